import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { WorkspaceExport, WorkspaceImport } from "@skucast/contracts/workspace-transfers/transfer";
import { auditActorOf } from "../audit/audit-actor.js";
import type { Call, WriteOptions } from "../call.js";
import { assertSignedInOwner } from "../members/ownership.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { type Change, runChange } from "../transactions.js";
import { workspaceExportOf, workspaceImportOf } from "./transfer-row.js";

/** Queues an export of the principal's workspace. Allowed while the workspace is going to be deleted. */
export function startWorkspaceExport(call: Call<WriteOptions>): Promise<WorkspaceExport> {
  const { ctx, principal } = call;
  requireRecentSignIn(ctx, principal);
  return runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const requestedBy = await requesterIn(change, principal);
      await assertNoneOpen(change);
      const { workspaceId, now } = change;
      const id = newId("exp", now.getTime());
      const data = { workspaceId, id, kind: "export", requestedBy, ...queuedAt(now) };
      const row = await change.tx.workspaceTransfer.create({ data });
      await change.audit("workspace.export_started", workspaceId, { export_id: id });
      return workspaceExportOf(row);
    },
    { isAllowedDuringDeletion: true },
  );
}

/** An archive that was received. */
export interface ReceivedArchive {
  /** Name in the folder of uploads. */
  readonly upload: string;
  readonly bytes: number;
}

/**
 * Checks what `startWorkspaceImport` requires, before an archive is received. With `mayBeRetry` it lets requests pass in a
 * workspace that has imported an archive: its answer may be known.
 */
export async function checkWorkspaceImport(call: Call<{ readonly mayBeRetry: boolean }>): Promise<void> {
  const { ctx, principal, input } = call;
  requireRecentSignIn(ctx, principal);
  await runChange({ ctx, principal, input: { validateOnly: true } }, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId } = change;
    await requesterIn(change, principal);
    const before = { workspaceId, kind: "import" };
    if (input.mayBeRetry && (await tx.workspaceTransfer.count({ where: before })) > 0) return;
    await assertNoneOpen(change);
    await assertEmpty(change);
  });
}

/** Queues the import of an archive into the principal's workspace, which must be empty. */
export function startWorkspaceImport(
  call: Call<{ archive: ReceivedArchive } & WriteOptions>,
): Promise<WorkspaceImport> {
  const { ctx, principal, input } = call;
  requireRecentSignIn(ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const requestedBy = await requesterIn(change, principal);
    await assertNoneOpen(change);
    await assertEmpty(change);
    const { workspaceId, now } = change;
    const id = newId("wim", now.getTime());
    const { upload, bytes } = input.archive;
    const data = { workspaceId, id, kind: "import", requestedBy, upload, bytes, ...queuedAt(now) };
    const row = await change.tx.workspaceTransfer.create({ data });
    await change.audit("workspace.import_started", workspaceId, { import_id: id, bytes });
    return workspaceImportOf(row);
  });
}

/** An export whose archive is complete. Call `recordWorkspaceDownload` before the archive is sent. */
export function openWorkspaceExport(call: Call<{ id: string } & WriteOptions>): Promise<WorkspaceExport> {
  const { ctx, principal, input } = call;
  requireRecentSignIn(ctx, principal);
  return runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      await requesterIn(change, principal);
      const { tx, workspaceId } = change;
      const { id } = input;
      const row = await tx.workspaceTransfer.findFirst({ where: { workspaceId, id, kind: "export" } });
      const found = workspaceExportOf(requireFound(row, "export of the workspace", id));
      if (found.status !== "succeeded") {
        throw new Problem("conflict", `The export is ${found.status}, so there is no archive to download.`);
      }
      return found;
    },
    { isAllowedDuringDeletion: true },
  );
}

/** Parts of an archive that follow a request within this time are the same download. */
const DOWNLOAD_MS = 3_600_000;

/**
 * Records the download of an archive. A download that is continued or split into ranges is one entry an hour of a person at
 * one IP address; a request for the whole archive is always an entry.
 */
export function recordWorkspaceDownload(
  call: Call<{ readonly id: string; readonly isPart: boolean } & WriteOptions>,
): Promise<void> {
  const { principal, input } = call;
  return runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId, now, audit } = change;
      const by = await requesterIn(change, principal);
      if (input.isPart) {
        await tx.$executeRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${input.id} download ${by}`}, 0))`;
        const earlier = {
          workspaceId,
          action: "workspace.export_downloaded",
          at: { gt: new Date(now.getTime() - DOWNLOAD_MS) },
          ip: input.origin?.ip ?? null,
          AND: [
            { actor: { path: ["id"], equals: auditActorOf(principal).id } },
            { details: { path: ["export_id"], equals: input.id } },
          ],
        };
        if ((await tx.auditEntry.findFirst({ where: earlier, select: { id: true } })) !== null) return;
      }
      await audit("workspace.export_downloaded", workspaceId, { export_id: input.id });
    },
    { isAllowedDuringDeletion: true },
  );
}

const queuedAt = (now: Date) => ({ status: "queued", createdAt: now, updatedAt: now });

/** The signed-in owner's id; the operator's command line acts for any workspace. */
async function requesterIn(change: Change, principal: Principal): Promise<string> {
  if (principal.kind === "system") return "command-line";
  return (await assertSignedInOwner(change, principal)).userId;
}

async function assertNoneOpen({ tx, workspaceId }: Change): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${workspaceId} transfers`}, 0))`;
  const status = { in: ["queued", "running"] };
  const open = await tx.workspaceTransfer.findFirst({ where: { workspaceId, status } });
  if (open) throw new Problem("conflict", `The ${open.kind} ${open.id} is ${open.status}; wait until it has ended.`);
}

async function assertEmpty({ tx, workspaceId }: Change): Promise<void> {
  const where = { workspaceId };
  const found = {
    products: await tx.product.findFirst({ where: { workspaceId, deletedAt: null }, select: { sku: true } }),
    channels: await tx.channel.findFirst({ where, select: { id: true } }),
    "channel profiles": await tx.channelProfile.findFirst({ where, select: { name: true } }),
    destinations: await tx.destination.findFirst({ where, select: { id: true } }),
    sources: await tx.source.findFirst({ where, select: { id: true } }),
    feeds: await tx.feed.findFirst({ where, select: { id: true } }),
    "webhook endpoints": await tx.webhookEndpoint.findFirst({ where, select: { id: true } }),
  };
  const left = Object.entries(found).flatMap(([noun, row]) => (row === null ? [] : [noun]));
  if (left.length === 0) return;
  throw new Problem("conflict", `An archive is imported into an empty workspace. This one has ${left.join(", ")}.`);
}
