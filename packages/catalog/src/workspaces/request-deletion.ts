import { hash } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { countAttempt, windowStart } from "@skucast/db/attempts/attempt-counts";
import { journalWorkspace } from "@skucast/db/workspaces/erase-workspace";
import type { Call, WriteOptions } from "../call.js";
import type { CatalogContext } from "../context.js";
import { lockMembers } from "../members/lock-members.js";
import { assertSignedInOwner } from "../members/ownership.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { ALLOWED_DURING_DELETION, type Change, runChange } from "../transactions.js";
import { queueDeletionMails } from "./queue-deletion-mails.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;

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
      if (!input.validateOnly) await countRequest(ctx, change);
      const deletesAt = new Date(now.getTime() + LIMITS.workspaceDeletionDays * DAY_MS);
      const requestedBy = principal.kind === "user" ? principal.userId : null;
      const data = { deletionRequestedAt: now, deletionRequestedBy: requestedBy, deletesAt };
      await audit("workspace.deletion_requested", id, { name: before.name, deletes_at: deletesAt.toISOString() });
      await queueDeletionMails(call, change, { workspaceName: before.name, deletesAt, isCancelled: false });
      return workspaceOf(await tx.workspace.update({ where: { id }, data: { ...data, ...touched(now) } }));
    },
    ALLOWED_DURING_DELETION,
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
      // The owner may be deleting their account, which leaves a workspace without an owner only while it is being deleted.
      await lockMembers(change);
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
    ALLOWED_DURING_DELETION,
  );
  if (!input.validateOnly) ctx.announceRevoked(await journalWorkspace(ctx.db, principal.workspaceId));
  return kept;
}

/**
 * Every owner is mailed about a request and its cancellation, so that one owner could flood the mailboxes of the others.
 * The request is refused rather than its mail, because no workspace may be deleted in silence. Counted while the
 * workspace is locked, on its own connection: a request that fails later counts as well.
 */
async function countRequest({ db }: CatalogContext, { workspaceId, now }: Change): Promise<void> {
  // Hashed, because the count may outlive the workspace by a day.
  const key = `workspace_deletion:${hash("sha256", workspaceId, "base64url")}`;
  const count = await countAttempt(db, key, DAY_SECONDS, now);
  if (count <= LIMITS.workspaceDeletionRequestsPerDay) return;
  const endsAt = windowStart(DAY_SECONDS, now).getTime() + DAY_MS;
  throw new Problem(
    "rate_limited",
    `The deletion can be requested at most ${LIMITS.workspaceDeletionRequestsPerDay} times a day.`,
    { headers: { "Retry-After": String(Math.ceil((endsAt - now.getTime()) / 1_000)) } },
  );
}

const NAME_DIFFERS = {
  pointer: "/name",
  code: "not_allowed",
  message: "must be the name of this workspace",
} as const;

const touched = (now: Date) => ({ version: { increment: 1 }, updatedAt: now });

async function lockWorkspace({ tx, workspaceId: id }: Change): Promise<StoredWorkspace> {
  await tx.$executeRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR UPDATE`;
  return workspaceOf(requireFound(await tx.workspace.findUnique({ where: { id } }), "workspace", id));
}
