import type { Domain } from "@skucast/contracts/domains/domain";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { DomainProofs } from "@skucast/targets/domain-proofs";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { runChange, runRead } from "../transactions.js";
import { domainOf } from "./domain-row.js";
import { takeDomainIn } from "./take-domain-in.js";

/**
 * Verifies a domain by its DNS record or its file. Throws conflict with what was found instead. A record ends the proof of
 * another workspace whose single sign-on speaks for the domain and whose own record is no longer published.
 */
export async function verifyDomain(call: Call<{ domain: string } & WriteOptions>): Promise<Domain> {
  const { domain } = call.input;
  requireRecentSignIn(call.ctx, call.principal);
  const known = await runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) =>
    requireFound(
      await tx.workspaceDomain.findUnique({ where: { workspaceId_domain: { workspaceId, domain } } }),
      "domain",
      domain,
    ),
  );
  // Outside of the transaction, because other servers may be slow.
  const published = await assertProven(call.ctx.domainProofs, domainOf(known));
  return runChange(call, MANAGE_WORKSPACE, async (change) => {
    const { tx, workspaceId, now, audit } = change;
    const where = { workspaceId_domain: { workspaceId, domain } };
    requireFound(await tx.workspaceDomain.findUnique({ where }), "domain", domain);
    const updated = await tx.workspaceDomain.update({ where, data: { verifiedAt: now, ...UNCHECKED } });
    await audit("domain.verified", domain);
    if (published !== null) await takeDomainIn(change, domain, published);
    return domainOf(updated);
  });
}

/** The checks of a former proof say nothing about the new one. */
const UNCHECKED = { checkedAt: null, missingSince: null, warnedAt: null };

/** The records of the domain, if its record proves it, or null if its file does. */
async function assertProven(
  proofs: DomainProofs,
  { dns_record: record, file }: Domain,
): Promise<readonly string[] | null> {
  const records = await proofs.txt(record.name);
  if (records.includes(record.value)) return records;
  const content = await proofs.file(file.url);
  if (content?.trim() === file.content) return null;
  const inDns =
    records.length === 0 ? `no TXT record at ${record.name}` : `other TXT records at ${record.name}, not this value`;
  const inFile = content === null ? `no file at ${file.url}` : `another file at ${file.url}`;
  throw new Problem(
    "conflict",
    `The domain is not proven: there is ${inDns}, and ${inFile}. Publish one of them with the value ${record.value}. DNS changes may take up to an hour.`,
  );
}
