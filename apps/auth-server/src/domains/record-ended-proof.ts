import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import type { TransactionClient } from "@skucast/db/database";
import type { DomainChecksContext } from "./domain-checks-context.js";
import type { DomainUse } from "./domain-uses.js";
import { queueDomainMails } from "./queue-domain-mails.js";

export interface EndedProof {
  readonly workspaceId: string;
  readonly domain: string;
  readonly reason: "missing" | "taken";
  readonly uses: DomainUse[];
}

/** Records in the audit log that a domain is no longer proven, and mails the owners, in the transaction that ends it. */
export async function recordEndedProof(
  ctx: Pick<DomainChecksContext, "clock" | "keyring">,
  client: TransactionClient,
  { workspaceId, domain, reason, uses }: EndedProof,
): Promise<void> {
  await appendAuditEntry(client, {
    workspaceId,
    actor: { type: "system", id: "domain-checks" },
    action: "domain.proof_ended",
    objectId: domain,
    details: { reason, uses },
    ip: undefined,
    userAgent: undefined,
    requestId: undefined,
    now: ctx.clock.now(),
  });
  const state = reason === "taken" ? "taken" : "ended";
  await queueDomainMails(ctx, client, { workspaceId, domain, state, uses, endsAt: null });
}

/** Sends the mails at once and updates open pages. Call it after the commit. */
export function afterEndedProof(
  { onMailQueued, hint, logger }: Pick<DomainChecksContext, "onMailQueued" | "hint" | "logger">,
  { workspaceId, domain, reason }: EndedProof,
): void {
  onMailQueued();
  hint(workspaceId, "domain", "single_sign_on", "audit_entry");
  logger.info({ event: "domain.proof_ended", workspace_id: workspaceId, domain, reason }, "proof of a domain ended");
}
