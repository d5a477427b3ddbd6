import type { AuditAction } from "@skucast/contracts/audit/actions";
import { newId } from "@skucast/contracts/ids";

/** What is needed of a transaction, whichever library holds it. */
interface SqlClient {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export interface NewAuditEntry {
  readonly workspaceId: string;
  /** Who acts: kind and id of the principal; through which connected app, if through one. */
  readonly actor: { readonly type: string; readonly id: string; readonly grantId?: string | undefined };
  readonly action: AuditAction;
  /** Id of what is acted on. */
  readonly objectId: string;
  /** What is worth knowing of the act: never a secret, never a whole body. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string | undefined;
  readonly now: Date;
}

// Without RETURNING: whoever may not read the log writes to it all the same. The address is kept as it was at the
// moment of the act: a member who left is not seen by the workspace any more.
const APPEND = `
  INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details, ip, user_agent, request_id)
  VALUES ($1, $2, $3, $4::jsonb || coalesce((SELECT jsonb_build_object('email', email) FROM users WHERE id = $5), '{}'),
          $6, $7, $8::jsonb, $9, $10, $11)`;

/** Says who did what, from where, in the transaction of the act: it is in the log if and only if that commits. */
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
  ]);
}
