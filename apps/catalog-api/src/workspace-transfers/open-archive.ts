import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { WorkspaceExport } from "@skucast/contracts/workspace-transfers/transfer";
import { listExportParts } from "@skucast/db/workspace-transfers/transfer-work";
import type { ByteRange } from "@skucast/file-store/file-store";
import { manifestOf } from "./archive-manifest.js";
import { archiveSegments, bytesOf, type Segment } from "./archive-segments.js";
import type { TransferContext } from "./transfer-context.js";

export interface OpenedArchive {
  readonly bytes: number;
  /** A strong entity tag: archives with the same one have the same bytes. */
  readonly etag: string;
  /** The whole archive or a range. The caller reads or destroys it. */
  stream(range?: ByteRange): Readable;
}

/** The archive of an export: the stored parts one after the other. */
export async function openArchive(
  { catalog, files }: Pick<TransferContext, "catalog" | "files">,
  workspaceId: string,
  { id, finished_at: finishedAt }: WorkspaceExport,
): Promise<OpenedArchive> {
  const parts = await listExportParts(catalog.db, workspaceId, id);
  const exportedAt = new Date(finishedAt ?? 0);
  const manifest = await manifestOf(catalog, { workspaceId, exportedAt, parts });
  const segments = await archiveSegments({ manifest, parts, mtime: exportedAt });
  const bytes = bytesOf(segments);
  return {
    bytes,
    // The manifest has the SHA-256 of every part, and the name of the workspace, which may change.
    etag: `"${hash("sha256", manifest)}"`,
    stream: (range = { start: 0, end: bytes - 1 }) =>
      Readable.from(contentOf({ files, folder: `${workspaceId}/${id}` }, segments, range), { objectMode: false }),
  };
}

interface Store extends Pick<TransferContext, "files"> {
  readonly folder: string;
}

/** The bytes of a range, of which both ends are included. Opens only the parts that it touches. */
async function* contentOf(
  store: Store,
  segments: readonly Segment[],
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const { bytes, content } of segments) {
    const range = { start: Math.max(0, start - offset), end: Math.min(bytes - 1, end - offset) };
    offset += bytes;
    if (range.start > range.end) continue;
    if (typeof content === "function") yield (await content()).subarray(range.start, range.end + 1);
    else yield* partOf(store, content.part, range);
  }
}

async function* partOf({ files, folder }: Store, name: string, range: ByteRange): AsyncGenerator<Buffer> {
  const stored = await files.open(`${folder}/${name}`);
  if (stored === undefined) throw new Error(`the part ${name} of the archive is no longer stored`);
  yield* await stored.stream(range);
}
