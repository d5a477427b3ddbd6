import { type Database, inSystem } from "../database.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

/** Why a connection ended: its client revoked a token, a token was used twice, or the grant was destroyed. */
export type GrantEnd = "client" | "replay" | "destroyed";

export interface GrantEnding {
  readonly reason: GrantEnd;
  readonly now: Date;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string | undefined;
  readonly serverRequestId?: string | undefined;
}

/**
 * Ends a connection: stores time and reason in its row and the audit log, and deletes everything that was issued under
 * it. Returns the connection as it was, or null if it was not live. The caller announces it. A trigger writes the
 * journal of revocations.
 */
export function revokeGrant(
  db: Database,
  id: string,
  { reason, now, ...origin }: GrantEnding,
): Promise<EndedGrant | null> {
  return inSystem(db, async (client) => {
    const { rows } = await client.query<EndedGrant>(
      `UPDATE oauth_grants AS g SET revoked_at = $2, revoked_reason = $3 WHERE g.id = $1 AND g.revoked_at IS NULL
       RETURNING ${ENDED_GRANT_COLUMNS}`,
      [id, now, reason],
    );
    await noteEndedGrants(client, rows, { reason, now, origin });
    // Deletes codes and tokens that were stored while the grant ended.
    if (rows.length === 0) await client.query("DELETE FROM oauth_artifacts WHERE grant_id = $1", [id]);
    return rows[0] ?? null;
  });
}
