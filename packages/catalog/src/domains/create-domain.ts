import type { Domain } from "@skucast/contracts/domains/domain";
import { LIMITS } from "@skucast/contracts/limits";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange } from "../transactions.js";
import { domainOf } from "./domain-row.js";
import { newDomainToken } from "./domain-token.js";

/** Adds a domain that is to be proven. A domain that was added before stays as it is. */
export async function createDomain(call: Call<{ domain: string } & WriteOptions>): Promise<Domain> {
  const { ctx, principal, input } = call;
  const { domain } = input;
  requireRecentSignIn(ctx, principal);
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const known = await tx.workspaceDomain.findUnique({ where: { workspaceId_domain: { workspaceId, domain } } });
    if (known) return domainOf(known);
    const count = () => tx.workspaceDomain.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: LIMITS.domainsPerWorkspace, noun: "domains" });
    const token = newDomainToken();
    const created = await tx.workspaceDomain.create({ data: { workspaceId, domain, token, createdAt: now } });
    await audit("domain.created", domain);
    return domainOf(created);
  });
}
