import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { domainOf } from "../domains/domain-row.js";
import { runRead } from "../transactions.js";

/**
 * Throws conflict unless each domain is verified in the workspace and its DNS record is published now. A file on a web
 * server is not enough: it does not show who receives mail for the domain. Looks at DNS, so call it outside of a
 * transaction.
 */
export async function assertDomainsProven(call: Call<unknown>, domains: readonly string[]): Promise<void> {
  const rows = await runRead(call, MANAGE_WORKSPACE, (tx, workspaceId) =>
    tx.workspaceDomain.findMany({ where: { workspaceId, domain: { in: [...domains] }, verifiedAt: { not: null } } }),
  );
  const known = new Map(rows.map((row) => [row.domain, domainOf(row).dns_record]));
  const missing = await Promise.all(
    domains.map(async (domain) => {
      const record = known.get(domain);
      if (record === undefined) return `${domain} is not a verified domain of the workspace. Add and verify it first.`;
      if ((await call.ctx.domainProofs.txt(record.name)).includes(record.value)) return null;
      return `There is no TXT record at ${record.name} with the value ${record.value}.`;
    }),
  );
  const sentences = missing.filter((sentence) => sentence !== null);
  if (sentences.length > 0) throw new Problem("conflict", sentences.join(" "));
}
