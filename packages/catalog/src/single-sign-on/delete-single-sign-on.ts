import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { endSingleSignOnSessions } from "@skucast/db/single-sign-on/end-sessions";
import { journalWorkspace } from "@skucast/db/workspaces/erase-workspace";
import type { Call, WriteOptions } from "../call.js";
import { assertSignedInOwner } from "../members/ownership.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { ALLOWED_DURING_DELETION, runChange } from "../transactions.js";

/** Removes single sign-on and ends the sessions that it started. */
export async function deleteSingleSignOn(call: Call<WriteOptions>): Promise<void> {
  const { ctx, principal, input } = call;
  requireRecentSignIn(ctx, principal);
  await runChange(
    call,
    MANAGE_WORKSPACE,
    async (change) => {
      const { tx, workspaceId, audit } = change;
      await assertSignedInOwner(change, principal);
      requireFound(await tx.singleSignOn.findUnique({ where: { workspaceId } }), "single sign-on", workspaceId);
      await tx.singleSignOn.delete({ where: { workspaceId } });
      await audit("single_sign_on.deleted", workspaceId);
    },
    ALLOWED_DURING_DELETION,
  );
  if (input.validateOnly) return;
  const { workspaceId } = principal;
  ctx.announceRevoked(await endSingleSignOnSessions(ctx.db, workspaceId, ctx.clock.now()));
  ctx.announceRevoked(await journalWorkspace(ctx.db, workspaceId));
}
