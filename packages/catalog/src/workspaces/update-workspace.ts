import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { WorkspacePatch } from "@skucast/contracts/workspaces/workspace";
import { hasSecondFactor } from "@skucast/db/sessions/has-second-factor";
import { journalWorkspace } from "@skucast/db/workspaces/erase-workspace";
import type { Call, WriteOptions } from "../call.js";
import type { CatalogContext } from "../context.js";
import { definedFields, previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange } from "../transactions.js";
import { type StoredWorkspace, workspaceOf } from "./workspace-row.js";

/** Updates the principal's workspace. A patch without changes creates no new version. */
export async function updateWorkspace(call: Call<{ patch: WorkspacePatch } & WriteOptions>): Promise<StoredWorkspace> {
  const { ctx, principal } = call;
  const { patch, precondition, validateOnly = false } = call.input;
  let isRuleChanged = false;
  const updated = await runChange(call, MANAGE_WORKSPACE, async ({ tx, workspaceId: id, now, audit }) => {
    await tx.$executeRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR UPDATE`;
    const before = workspaceOf(requireFound(await tx.workspace.findUnique({ where: { id } }), "workspace", id));
    precondition?.(before.version);
    const previous = previousValues(before, { ...before, ...definedFields(patch) });
    if (Object.keys(previous).length === 0) return before;
    isRuleChanged = "requires_second_factor" in previous;
    if (isRuleChanged) await assertRuleChangeAllowed(ctx, principal, patch);
    const { name, requires_second_factor: requiresSecondFactor } = patch;
    const fields = definedFields({ name, requiresSecondFactor });
    await audit("workspace.updated", id, { previous });
    const data = { ...fields, version: { increment: 1 }, updatedAt: now };
    return workspaceOf(await tx.workspace.update({ where: { id }, data }));
  });
  if (isRuleChanged && !validateOnly) ctx.announceRevoked(await journalWorkspace(ctx.db, principal.workspaceId));
  return updated;
}

/**
 * A key or app neither weakens the rule nor sets it, because keys can be limited and expire. The person who turns it on
 * has a second factor in this session, so an owner cannot lock everyone out by it.
 */
async function assertRuleChangeAllowed(
  ctx: CatalogContext,
  principal: Principal,
  { requires_second_factor: isRequired }: WorkspacePatch,
): Promise<void> {
  requireRecentSignIn(ctx, principal);
  if (principal.kind !== "user") {
    throw new Problem("forbidden", "Only a signed-in owner or admin can change whether a second factor is required.");
  }
  if (!isRequired || (await hasSecondFactor(ctx.db, principal.sessionId))) return;
  throw new Problem(
    "conflict",
    "Only a signed-in member whose session passed a second factor can require one. Add an authenticator app or a passkey on the account page first.",
  );
}
