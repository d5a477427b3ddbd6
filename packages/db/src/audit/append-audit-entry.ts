import type { AuditAction } from "@skucast/contracts/audit/actions";
import { newId } from "@skucast/contracts/ids";

/** The part of a transaction that is needed. Prisma returns the rows, node-postgres a result with the rows. */
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

/** Who acted, as of the time of the change: a member who has left is no longer visible to the workspace. */
interface ActorNames {
  readonly email: string | null;
  /** A person without a name has the address as name, as in the list. */
  readonly name: string | null;
  /** The name that the connected app gave itself. */
  readonly appName: string | null;
}

const NAMES = `
  SELECT u.email, coalesce(nullif(u.name, ''), u.email) AS name,
    (SELECT g.client_name FROM oauth_grants g WHERE g.workspace_id = $2 AND g.id = $3::text) AS "appName"
  FROM (SELECT $1::text AS id) a LEFT JOIN users u ON u.id = a.id`;

// No RETURNING, because the writer may not be allowed to read the log. stream_audit_entry reads the setting.
const APPEND = `
  WITH names AS MATERIALIZED (SELECT set_config('app.actor_names', $12, true))
  INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details, ip, user_agent, request_id,
    server_request_id)
  SELECT $1, $2, $3::timestamptz, $4::jsonb, $5, $6, $7::jsonb, $8, $9, $10, $11 FROM names`;

/**
 * Records who did what and from where, in the transaction of the change, so that the entry exists only if the change
 * does.
 */
export async function appendAuditEntry(client: SqlClient, entry: NewAuditEntry): Promise<void> {
  const { type, id, grantId } = entry.actor;
  const { email, name, appName } = await findNames(client, entry);
  await client.query(APPEND, [
    entry.workspaceId,
    newId("aud", entry.now.getTime()),
    entry.now,
    JSON.stringify({ type, id, ...(grantId !== undefined && { grant_id: grantId }), ...(email !== null && { email }) }),
    entry.action,
    entry.objectId,
    JSON.stringify(entry.details),
    entry.ip ?? null,
    entry.userAgent ?? null,
    entry.requestId ?? null,
    entry.serverRequestId ?? null,
    JSON.stringify({ name, app_name: appName }),
  ]);
}

const NO_NAMES: ActorNames = { email: null, name: null, appName: null };

/** Names of a person and of the app that they use. Those of API keys are in the database of the workspace. */
async function findNames(client: SqlClient, { workspaceId, actor }: NewAuditEntry): Promise<ActorNames> {
  if (actor.type === "api_key" || actor.type === "system") return NO_NAMES;
  const result = await client.query(NAMES, [actor.id, workspaceId, actor.grantId ?? null]);
  const rows = Array.isArray(result) ? result : (result as { readonly rows: unknown[] }).rows;
  return (rows as ActorNames[])[0] ?? NO_NAMES;
}
