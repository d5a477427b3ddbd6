import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { journalWorkspace } from "@skucast/db/workspaces/erase-workspace";
import type { Call, WriteOptions } from "../call.js";
import { assertSignedInOwner } from "../members/ownership.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { type Change, runChange } from "../transactions.js";
import { queueDeletionMails } from "./queue-deletion-mails.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

const DAY_MS = 86_400_000;

/**
 * Requests the deletion of the principal's workspace, which then can only be read. Every owner is mailed. A request that
 * was made before keeps its date.
 */
export async function requestDeletion(call: Call<{ name: string } & WriteOptions>): Promise<StoredWorkspace> {
  const { ctx, principal, input } = call;
  requireRecentSignIn(ctx, principal);
  const requested = await runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId: id, now, audit } = change;
      await assertSignedInOwner(change, principal);
      const before = await lockWorkspace(change);
      if (input.name !== before.name) throw validationFailed([NAME_DIFFERS]);
      if (before.deletion !== null) return before;
      const deletesAt = new Date(now.getTime() + LIMITS.workspaceDeletionDays * DAY_MS);
      const requestedBy = principal.kind === "user" ? principal.userId : null;
      const data = { deletionRequestedAt: now, deletionRequestedBy: requestedBy, deletesAt };
      await audit("workspace.deletion_requested", id, { name: before.name, deletes_at: deletesAt.toISOString() });
      await queueDeletionMails(call, change, { workspaceName: before.name, deletesAt, isCancelled: false });
      return workspaceOf(await tx.workspace.update({ where: { id }, data: { ...data, ...touched(now) } }));
    },
    { isAllowedDuringDeletion: true },
  );
  if (!input.validateOnly) ctx.announceRevoked(await journalWorkspace(ctx.db, principal.workspaceId));
  return requested;
}

/** Cancels the deletion, unless it has started. Every owner is mailed. */
export async function cancelDeletion(call: Call<WriteOptions>): Promise<StoredWorkspace> {
  const { ctx, principal, input } = call;
  const kept = await runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId: id, now, audit } = change;
      await assertSignedInOwner(change, principal);
      const before = await lockWorkspace(change);
      if (before.deletion === null) return before;
      const deletesAt = new Date(before.deletion.deletes_at);
      if (deletesAt <= now) throw new Problem("conflict", "The deletion has started and cannot be cancelled.");
      const data = { deletionRequestedAt: null, deletionRequestedBy: null, deletesAt: null };
      await audit("workspace.deletion_cancelled", id, { name: before.name });
      await queueDeletionMails(call, change, { workspaceName: before.name, deletesAt, isCancelled: true });
      return workspaceOf(await tx.workspace.update({ where: { id }, data: { ...data, ...touched(now) } }));
    },
    { isAllowedDuringDeletion: true },
  );
  if (!input.validateOnly) ctx.announceRevoked(await journalWorkspace(ctx.db, principal.workspaceId));
  return kept;
}

const NAME_DIFFERS = {
  pointer: "/name",
  code: "not_allowed",
  message: "must be the name of the workspace, to confirm that it is the right one",
} as const;

const touched = (now: Date) => ({ version: { increment: 1 }, updatedAt: now });

async function lockWorkspace({ tx, workspaceId: id }: Change): Promise<StoredWorkspace> {
  await tx.$executeRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR UPDATE`;
  return workspaceOf(requireFound(await tx.workspace.findUnique({ where: { id } }), "workspace", id));
}
