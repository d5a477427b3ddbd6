import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";

/** Removes a domain. Products that link to it are no longer in the public directory. */
export function deleteDomain(call: Call<{ domain: string } & WriteOptions>): Promise<void> {
  const { domain } = call.input;
  return runChange(call, MANAGE_WORKSPACE, async ({ tx, workspaceId, audit }) => {
    const where = { workspaceId_domain: { workspaceId, domain } };
    requireFound(await tx.workspaceDomain.findUnique({ where }), "domain", domain);
    await tx.workspaceDomain.delete({ where });
    await audit("domain.deleted", domain);
  });
}
