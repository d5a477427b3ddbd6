import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { endSingleSignOnSessions } from "@skucast/db/single-sign-on/end-sessions";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange } from "../transactions.js";

/**
 * Removes a domain. Products that link to it are no longer in the public directory, and single sign-on no longer speaks
 * for it: the sessions that it started end, as with any other change of its domains.
 */
export async function deleteDomain(call: Call<{ domain: string } & WriteOptions>): Promise<void> {
  const { ctx, principal, input } = call;
  const { domain } = input;
  requireRecentSignIn(ctx, principal);
  const wasUsed = await runChange(call, MANAGE_WORKSPACE, async ({ tx, workspaceId, audit }) => {
    const where = { workspaceId_domain: { workspaceId, domain } };
    requireFound(await tx.workspaceDomain.findUnique({ where }), "domain", domain);
    // A transaction that gives a domain to single sign-on holds its row.
    await tx.$executeRaw`
      SELECT 1 FROM workspace_domains WHERE workspace_id = ${workspaceId} AND domain = ${domain} FOR UPDATE`;
    const { count } = await tx.singleSignOnDomain.deleteMany({ where: { workspaceId, domain } });
    await tx.workspaceDomain.delete({ where });
    await audit("domain.deleted", domain);
    return count > 0;
  });
  if (!wasUsed || input.validateOnly) return;
  ctx.announceRevoked(await endSingleSignOnSessions(ctx.db, principal.workspaceId, ctx.clock.now()));
}
