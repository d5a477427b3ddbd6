import { appendAuditEntry } from "../audit/append-audit-entry.js";
import { type Database, inSystem } from "../database.js";

const ROWS_MAX = 50;

/** Revokes the pull credentials of apps and API keys that have ended. */
const REVOKE = `
  UPDATE pull_credentials SET revoked_at = $1 WHERE (workspace_id, id) IN (
    SELECT workspace_id, id FROM pull_credentials
    WHERE revoked_at IS NULL AND bound_to IS NOT NULL AND NOT access_continues(workspace_id, bound_to)
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
    const { rows } = await client.query<EndedRow>(REVOKE, [now]);
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
