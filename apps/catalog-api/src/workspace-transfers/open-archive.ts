import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { WorkspaceExport } from "@skucast/contracts/workspace-transfers/transfer";
import { type ExportPart, listExportParts } from "@skucast/db/workspace-transfers/transfer-work";
import { type Pack, pack } from "tar-stream";
import { archiveBytesOf, MANIFEST_NAME, manifestOf } from "./archive-manifest.js";
import type { TransferContext } from "./transfer-context.js";

/** The archive of an export as a stream: the stored parts one after the other. The caller reads or destroys it. */
export async function openArchive(
  ctx: Pick<TransferContext, "catalog" | "files">,
  workspaceId: string,
  { id, finished_at: finishedAt }: WorkspaceExport,
): Promise<{ stream: Readable; bytes: number }> {
  const parts = await listExportParts(ctx.catalog.db, workspaceId, id);
  const exportedAt = new Date(finishedAt ?? 0);
  const manifest = await manifestOf(ctx.catalog, { workspaceId, exportedAt, parts });
  const tar = pack();
  const folder = `${workspaceId}/${id}`;
  writeAll(ctx, tar, { folder, manifest, parts, mtime: exportedAt }).catch((error: Error) => tar.destroy(error));
  // The stream of tar-stream has the interface of Readable, and comes from another implementation.
  return { stream: tar as unknown as Readable, bytes: archiveBytesOf(manifest, parts) };
}

interface Content {
  readonly folder: string;
  readonly manifest: Buffer;
  readonly parts: readonly ExportPart[];
  readonly mtime: Date;
}

async function writeAll(
  { files }: Pick<TransferContext, "files">,
  tar: Pack,
  { folder, manifest, parts, mtime }: Content,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name: MANIFEST_NAME, mtime }, manifest, (error) => (error ? reject(error) : resolve()));
  });
  for (const { name, bytes } of parts) {
    if (tar.destroyed) return;
    const stored = await files.open(`${folder}/${name}`);
    if (stored === undefined) throw new Error(`the part ${name} of the archive is no longer stored`);
    await pipeline(await stored.stream(), tar.entry({ name, size: bytes, mtime }));
  }
  tar.finalize();
}
