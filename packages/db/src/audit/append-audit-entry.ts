import type { AuditAction } from "@skucast/contracts/audit/actions";
import { newId } from "@skucast/contracts/ids";

/** The part of a transaction that is needed. Prisma and node-postgres both provide it. */
interface SqlClient {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export interface NewAuditEntry {
  readonly workspaceId: string;
  /** Type and id of the principal, and the connected app that it uses, if any. */
  readonly actor: { readonly type: string; readonly id: string; readonly grantId?: string | undefined };
  readonly action: AuditAction;
  /** Id of the changed object. */
  readonly objectId: string;
  /** Details of the change. Never a secret or a whole request body. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** The id in the answer, which the client may have chosen. */
  readonly requestId: string | undefined;
  /** The id that the service gave the request. */
  readonly serverRequestId?: string | undefined;
  readonly now: Date;
}

// No RETURNING, because the writer may not be allowed to read the log. The email address is stored as of the time of
// the change: a member who has left is no longer visible to the workspace.
const APPEND = `
  INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details, ip, user_agent, request_id,
    server_request_id)
  VALUES ($1, $2, $3, $4::jsonb || coalesce((SELECT jsonb_build_object('email', email) FROM users WHERE id = $5), '{}'),
          $6, $7, $8::jsonb, $9, $10, $11, $12)`;

/**
 * Records who did what and from where, in the transaction of the change, so that the entry exists only if the change
 * does.
 */
export async function appendAuditEntry(client: SqlClient, entry: NewAuditEntry): Promise<void> {
  const { type, id, grantId } = entry.actor;
  await client.query(APPEND, [
    entry.workspaceId,
    newId("aud", entry.now.getTime()),
    entry.now,
    JSON.stringify({ type, id, ...(grantId !== undefined && { grant_id: grantId }) }),
    id,
    entry.action,
    entry.objectId,
    JSON.stringify(entry.details),
    entry.ip ?? null,
    entry.userAgent ?? null,
    entry.requestId ?? null,
    entry.serverRequestId ?? null,
  ]);
}
