import { inSystem } from "@skucast/db/database";
import { type DueDomain, endDomainProof } from "@skucast/db/domains/check-queue";
import { endSingleSignOnSessions } from "@skucast/db/single-sign-on/end-sessions";
import type { DomainChecksContext } from "./domain-checks-context.js";
import { usesThatEnd } from "./domain-uses.js";
import { afterEndedProof, type EndedProof, recordEndedProof } from "./record-ended-proof.js";

/**
 * Ends a proof that was missing for too long, or, with `keepsProof`, only its use by single sign-on, because its file is
 * still there. Single sign-on no longer speaks for the domain, and the sessions that it started end.
 */
export async function endMissingProof(
  ctx: DomainChecksContext,
  due: DueDomain,
  { keepsProof }: { readonly keepsProof: boolean },
): Promise<void> {
  const { workspaceId, domain, isForSingleSignOn } = due;
  const uses = usesThatEnd(isForSingleSignOn, { keepsProof });
  const ended: EndedProof = { workspaceId, domain, reason: "missing", uses };
  const sessionIds = await inSystem(ctx.db, async (client) => {
    if (!(await endDomainProof(client, due, { keepsProof }))) return null;
    await recordEndedProof(ctx, client, ended);
    return isForSingleSignOn ? endSingleSignOnSessions({ system: client }, workspaceId, ctx.clock.now()) : [];
  });
  if (sessionIds === null) return;
  ctx.announce(sessionIds);
  afterEndedProof(ctx, ended);
}
