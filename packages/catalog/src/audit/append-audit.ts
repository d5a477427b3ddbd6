import type { AuditAction } from "@skucast/contracts/audit/actions";
import type { Principal } from "@skucast/contracts/principal";
import { appendAuditEntry } from "@skucast/db/audit/append-audit-entry";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { auditActorOf } from "./audit-actor.js";

/** Where a request came from, as far as it is known. */
export interface Origin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly requestId?: string | undefined;
  readonly serverRequestId?: string | undefined;
}

/** Appends an entry to the audit log, in the transaction of the audited change. */
export type AppendAudit = (action: AuditAction, objectId: string, details?: object) => Promise<void>;

/** Creates the function that appends entries for a principal in a transaction of its workspace. */
export function appendAuditIn(
  tx: WorkspaceTransaction,
  { principal, now, origin = {} }: { principal: Principal; now: Date; origin: Origin | undefined },
): AppendAudit {
  const client = { query: (text: string, values: unknown[]) => tx.$queryRawUnsafe(text, ...values) };
  const { ip, userAgent, requestId, serverRequestId } = origin;
  const request = { ip, userAgent, requestId, serverRequestId };
  const common = { workspaceId: principal.workspaceId, actor: auditActorOf(principal), ...request, now };
  return (action, objectId, details = {}) =>
    appendAuditEntry(client, { ...common, action, objectId, details: { ...details } });
}
