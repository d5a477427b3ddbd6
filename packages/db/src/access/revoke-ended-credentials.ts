import { appendAuditEntry } from "../audit/append-audit-entry.js";
import { type Database, inSystem } from "../database.js";
import { type Bound, withEndedAccess } from "./ended-access.js";

const ROWS_MAX = 50;

const HOLDERS =
  "SELECT DISTINCT workspace_id, bound_to FROM pull_credentials WHERE revoked_at IS NULL AND bound_to IS NOT NULL";

/** Revokes the pull credentials of apps and API keys that have ended. */
const REVOKE = `
  UPDATE pull_credentials SET revoked_at = $1 WHERE (workspace_id, id) IN (
    SELECT workspace_id, id FROM pull_credentials
    WHERE revoked_at IS NULL AND (workspace_id, bound_to) IN (SELECT * FROM unnest($2::text[], $3::text[]))
    LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED)
  RETURNING workspace_id, id, bound_to, feed_id, name`;

interface EndedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly bound_to: string;
  readonly feed_id: string;
  readonly name: string;
}

export interface EndedCredential {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Ends the pull credentials that apps which were disconnected, and API keys which expired or were revoked, had created, with
 * entries in the audit log. Returns them, so that the caller announces it.
 */
export function revokeEndedCredentials(db: Database, now: Date): Promise<readonly EndedCredential[]> {
  return inSystem(db, async (client) => {
    const ended = await withEndedAccess(client, (await client.query<Bound>(HOLDERS)).rows);
    if (ended.length === 0) return [];
    const holders = [ended.map((each) => each.workspace_id), ended.map((each) => each.bound_to)];
    const { rows } = await client.query<EndedRow>(REVOKE, [now, ...holders]);
    for (const { workspace_id: workspaceId, id, bound_to, feed_id, name } of rows) {
      await appendAuditEntry(client, {
        workspaceId,
        actor: { type: "system", id: "catalog-api" },
        action: "pull_credential.revoked",
        objectId: id,
        details: { feed_id, name, reason: "access_ended", bound_to },
        ip: undefined,
        userAgent: undefined,
        requestId: undefined,
        now,
      });
    }
    return rows.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id }));
  });
}
