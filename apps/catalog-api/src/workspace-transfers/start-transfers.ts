import { randomUUID } from "node:crypto";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "@skucast/contracts/limits";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import {
  type ClaimedTransfer,
  claimTransfer,
  expireExport,
  finishTransfer,
  releaseTransfer,
  renewTransfer,
  transferExists,
} from "@skucast/db/workspace-transfers/transfer-work";
import { type HeldLease, type LeasedWork, startLeasedWork } from "@skucast/service-kit/leased-work";
import { performExport } from "./perform-export.js";
import { performImport } from "./perform-import.js";
import { ArchiveError } from "./read-archive.js";
import type { TransferContext } from "./transfer-context.js";

const LEASE_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;
/** Claims without any progress, after which a transfer fails. */
const CLAIMS_MAX = 10;

class InterruptedTooOften extends Error {}

/** Claims and performs exports and imports of workspaces until stopped, one at a time. */
export function startTransfers(ctx: TransferContext): LeasedWork {
  const { db, clock } = ctx.catalog;
  return startLeasedWork<ClaimedTransfer>({
    name: "workspace-transfers",
    noun: "workspace_transfer",
    concurrency: 1,
    leaseMs: LEASE_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
    logger: ctx.logger,
    claim: () => claimTransfer(db, { leaseMs: LEASE_MS, now: clock.now() }),
    renew: (work) => renewTransfer(db, work, LEASE_MS),
    release: (work) => releaseTransfer(db, work),
    perform: (work, lease) => performTransfer(ctx, work, lease),
    shouldRelease: isDatabaseUnavailable,
    giveUp: (work, error) => fail(ctx, work, error),
    onEnd: (work) => {
      ctx.catalog.hint(work.workspaceId, "workspace");
      return removeErased(ctx, work);
    },
    facts: factsOf,
    span: () => ({ tracer: "catalog-api", name: "workspace_transfer.perform" }),
  });
}

/** Performs one claimed transfer, and removes the archive that an import has read. */
export async function performTransfer(ctx: TransferContext, work: ClaimedTransfer, lease: HeldLease): Promise<void> {
  if (work.claimCount > CLAIMS_MAX) throw new InterruptedTooOften(`it was interrupted ${CLAIMS_MAX} times`);
  await (work.kind === "export" ? performExport(ctx, work, lease) : performImport(ctx, work, lease));
  await removeUpload(ctx, work);
  ctx.logger.info({ event: "workspace_transfer.finished", kind: work.kind, ...factsOf(work) }, "a transfer finished");
}

const factsOf = ({ id, workspaceId }: ClaimedTransfer) => ({ transfer_id: id, workspace_id: workspaceId });

async function fail(ctx: TransferContext, work: ClaimedTransfer, error: unknown): Promise<void> {
  const { db, clock } = ctx.catalog;
  const reference = randomUUID();
  const isPublic = error instanceof ArchiveError || error instanceof InterruptedTooOften;
  const log = { event: "workspace_transfer.failed", reference, ...factsOf(work), err: error };
  if (isPublic) ctx.logger.warn(log, "a transfer failed");
  else ctx.logger.error(log, "a transfer failed");
  // Only messages of our own are known to contain no secret.
  const message = isPublic ? error.message : `It failed for a reason that is in the operator's log: ${reference}.`;
  await finishTransfer(db, work, { status: "failed", error: message, now: clock.now() });
  await removeUpload(ctx, work);
  if (work.kind === "export") await ctx.files.remove(`${work.workspaceId}/${work.id}`);
}

/** Removes files that were written while the workspace was being erased. */
async function removeErased(ctx: TransferContext, work: ClaimedTransfer): Promise<void> {
  try {
    if (await transferExists(ctx.catalog.db, work)) return;
    await removeUpload(ctx, work);
    await ctx.files.remove(`${work.workspaceId}/${work.id}`);
  } catch (err) {
    ctx.logger.error(
      { event: "workspace_transfer.not_removed", ...factsOf(work), err },
      "files of a transfer are left",
    );
  }
}

async function removeUpload({ uploadsDir }: TransferContext, { upload }: ClaimedTransfer): Promise<void> {
  if (upload === null) return;
  await unlink(join(uploadsDir, upload)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** Deletes the files of one export whose time has come, or that newer ones replace. Returns whether there may be more. */
export async function removeOldExport({ catalog: { db, clock }, files }: TransferContext): Promise<"more" | "idle"> {
  const expired = await expireExport(db, { now: clock.now(), kept: LIMITS.workspaceExportsKept });
  if (expired === undefined) return "idle";
  await files.remove(`${expired.workspaceId}/${expired.id}`);
  return "more";
}
