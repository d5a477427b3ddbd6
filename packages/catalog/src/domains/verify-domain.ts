import type { Domain } from "@skucast/contracts/domains/domain";
import { Problem } from "@skucast/contracts/problem";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { DomainProofs } from "@skucast/targets/domain-proofs";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runChange, runRead } from "../transactions.js";
import { domainOf } from "./domain-row.js";

/** Verifies a domain by its DNS record or its file. Throws conflict with what was found instead. */
export async function verifyDomain(call: Call<{ domain: string } & WriteOptions>): Promise<Domain> {
  const { domain } = call.input;
  const known = await runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) =>
    requireFound(
      await tx.workspaceDomain.findUnique({ where: { workspaceId_domain: { workspaceId, domain } } }),
      "domain",
      domain,
    ),
  );
  // Outside of the transaction, because other servers may be slow.
  await assertProven(call.ctx.domainProofs, domainOf(known));
  return runChange(call, MANAGE_WORKSPACE, async ({ tx, workspaceId, now, audit }) => {
    const where = { workspaceId_domain: { workspaceId, domain } };
    requireFound(await tx.workspaceDomain.findUnique({ where }), "domain", domain);
    const updated = await tx.workspaceDomain.update({ where, data: { verifiedAt: now } });
    await audit("domain.verified", domain);
    return domainOf(updated);
  });
}

async function assertProven(proofs: DomainProofs, { dns_record: record, file }: Domain): Promise<void> {
  const records = await proofs.txt(record.name);
  if (records.includes(record.value)) return;
  const content = await proofs.file(file.url);
  if (content?.trim() === file.content) return;
  const inDns =
    records.length === 0 ? `no TXT record at ${record.name}` : `other TXT records at ${record.name}, not this value`;
  const inFile = content === null ? `no file at ${file.url}` : `another file at ${file.url}`;
  throw new Problem(
    "conflict",
    `The domain is not proven: there is ${inDns}, and ${inFile}. Publish one of them with the value ${record.value}. DNS changes may take up to an hour.`,
  );
}
