import { createHash } from "node:crypto";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { readExportPage } from "@skucast/catalog/workspace-transfers/read-export-page";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import {
  type ArchiveResource,
  FILES_FOLDER,
  IMPORTED_RESOURCES,
  RECORDED_RESOURCES,
} from "@skucast/contracts/workspace-transfers/archive";
import { nextStoredRun, type RowPosition } from "@skucast/db/workspace-transfers/recorded-rows";
import {
  type ClaimedTransfer,
  type ExportPart,
  finishTransfer,
  listExportParts,
  saveTransfer,
} from "@skucast/db/workspace-transfers/transfer-work";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import { manifestOf } from "./archive-manifest.js";
import { archiveSegments, bytesOf } from "./archive-segments.js";
import type { TransferContext } from "./transfer-context.js";

const RESOURCES: readonly ArchiveResource[] = [...IMPORTED_RESOURCES, ...RECORDED_RESOURCES];
/** Rows of one file, which is also how much an interrupted export repeats. */
const PART_ROWS_MAX = 10_000;
/** A page is in memory as a whole. */
const PAGE_ROWS = 100;
const PARTS_MAX = 100_000;
const DAY_MS = 86_400_000;
/** A longer file name would not fit into the header of a tar file. The record of the run has it. */
const TAR_NAME_MAX = 100;

/** Where an export continues: after a row of a resource, or after a run whose files were copied. */
interface Position {
  readonly resource: ArchiveResource | typeof FILES_FOLDER;
  readonly after: RowPosition | null;
  readonly parts: number;
}

const START: Position = { resource: "workspace", after: null, parts: 0 };

/**
 * Writes the parts of an archive into the file store, one file of rows after the other, and notes each. Another process
 * continues after the last noted one. Memory use does not depend on the size of the workspace.
 */
export async function performExport(ctx: TransferContext, work: ClaimedTransfer, lease: HeldLease): Promise<void> {
  const state = {
    position: startOf(work.position),
    counts: { ...(work.counts as Record<string, number>) },
  };
  const save = async (position: Position, parts: readonly ExportPart[]) => {
    lease.check();
    for (const { resource, rows } of parts) state.counts[resource] = (state.counts[resource] ?? 0) + rows;
    const progress = { position, counts: state.counts };
    const isMine = await saveTransfer(ctx.catalog.db, work, { progress, parts, now: ctx.catalog.clock.now() });
    if (!isMine) throw new LeaseLost();
    state.position = position;
    ctx.catalog.hint(work.workspaceId, "workspace");
  };

  for (const resource of RESOURCES.slice(indexOf(state.position.resource))) {
    let after = state.position.resource === resource ? state.position.after : null;
    for (let isFirst = true; isFirst || after !== null; isFirst = false) {
      const number = nextNumber(state.position);
      const written = await writePart(ctx, work, { resource, after, number, signal: lease.signal });
      after = written.next;
      const isEmpty = written.part.rows === 0;
      const parts = state.position.parts + (isEmpty ? 0 : 1);
      await save(
        { resource: after === null ? following(resource) : resource, after, parts },
        isEmpty ? [] : [written.part],
      );
    }
  }
  await copyRunFiles(ctx, work, { position: () => state.position, save, lease });
  await finish(ctx, work);
}

const startOf = (position: unknown): Position =>
  typeof position === "object" && position !== null && "resource" in position ? (position as Position) : START;

/** Past the last resource for the files of runs. */
const indexOf = (resource: Position["resource"]): number =>
  resource === FILES_FOLDER ? RESOURCES.length : RESOURCES.indexOf(resource);

const following = (resource: ArchiveResource): Position["resource"] =>
  RESOURCES[RESOURCES.indexOf(resource) + 1] ?? FILES_FOLDER;

function nextNumber({ parts }: Position): number {
  if (parts >= PARTS_MAX) throw new Error(`the archive would have more than ${PARTS_MAX} files`);
  return parts + 1;
}

interface PartRequest {
  readonly resource: ArchiveResource;
  readonly after: RowPosition | null;
  readonly number: number;
  readonly signal: AbortSignal;
}

/** Writes rows after a position into one compressed file. `next` is null when they were the last ones. */
async function writePart(
  { catalog: ctx, files }: TransferContext,
  { workspaceId, id }: ClaimedTransfer,
  { resource, after, number, signal }: PartRequest,
): Promise<{ part: ExportPart; next: RowPosition | null }> {
  const name = `${resource}/${String(number).padStart(6, "0")}.jsonl.gz`;
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  let next = after;

  async function* lines(): AsyncGenerator<string> {
    do {
      const page = await readExportPage({
        ctx,
        principal: exporter(workspaceId),
        resource,
        after: next,
        limit: PAGE_ROWS,
      });
      if (page.lines.length > 0) yield `${page.lines.join("\n")}\n`;
      rows += page.lines.length;
      next = page.next;
    } while (next !== null && rows < PART_ROWS_MAX);
  }

  async function* compressed(): AsyncGenerator<Buffer> {
    const gzip = createGzip({ level: 6 });
    // An error of either side ends the iteration below.
    pipeline(lines, gzip, () => {});
    for await (const block of gzip as AsyncIterable<Buffer>) {
      hash.update(block);
      bytes += block.length;
      yield block;
    }
  }

  await files.write(`${workspaceId}/${id}/${name}`, compressed(), signal);
  return { part: { number, name, resource, rows, bytes, sha256: hash.digest("hex") }, next };
}

/** Reads every setting and row of one workspace and writes nothing. */
const exporter = (workspaceId: string): Principal => ({
  kind: "system",
  workspaceId,
  scopes: new Set(["channels:read", "feeds:read", "products:read", "webhooks:read", MANAGE_WORKSPACE]),
});

interface Copying {
  readonly position: () => Position;
  readonly save: (position: Position, parts: readonly ExportPart[]) => Promise<void>;
  readonly lease: HeldLease;
}

/** Copies the stored files of runs. A file that its run lost in the meantime is left out. */
async function copyRunFiles(
  { catalog: { db }, files }: TransferContext,
  { workspaceId, id }: ClaimedTransfer,
  { position, save, lease }: Copying,
): Promise<void> {
  for (;;) {
    lease.check();
    const { after, parts: before } = position();
    const run = await nextStoredRun(db, workspaceId, String(after?.[0] ?? ""));
    if (run === undefined) return;
    const parts: ExportPart[] = [];
    for (const { name, bytes, sha256 } of run.files) {
      const number = nextNumber({ ...position(), parts: before + parts.length });
      const path = `${FILES_FOLDER}/${run.id}/${name.length > TAR_NAME_MAX ? String(number) : name}`;
      if (!(await files.copy(`${workspaceId}/${run.id}/${name}`, `${workspaceId}/${id}/${path}`))) continue;
      parts.push({ number, name: path, resource: FILES_FOLDER, rows: 1, bytes, sha256 });
    }
    await save({ resource: FILES_FOLDER, after: [run.id], parts: before + parts.length }, parts);
  }
}

async function finish(ctx: TransferContext, work: ClaimedTransfer): Promise<void> {
  const { db, clock } = ctx.catalog;
  const now = clock.now();
  const parts = await listExportParts(db, work.workspaceId, work.id);
  const manifest = await manifestOf(ctx.catalog, { workspaceId: work.workspaceId, exportedAt: now, parts });
  const isMine = await finishTransfer(db, work, {
    status: "succeeded",
    error: null,
    now,
    bytes: bytesOf(await archiveSegments({ manifest, parts, mtime: now })),
    expiresAt: new Date(now.getTime() + LIMITS.workspaceExportDays * DAY_MS),
  });
  if (!isMine) throw new LeaseLost();
}
