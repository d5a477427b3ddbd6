import { type Database, inSystem } from "../database.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

/** Maximum connections that one call ends. */
export const UNUSED_GRANTS_MAX = 100;

const HOUSEKEEPING = { type: "system", id: "housekeeping" };
const NOWHERE = { ip: undefined, userAgent: undefined, requestId: undefined };

/** Which connections count as never used. */
export interface UnusedGrants {
  /** The user consented before this time. */
  readonly agreedBefore: Date;
  /** Code and tokens had expired at this time, which is slightly before now, so that running requests can finish. */
  readonly overBefore: Date;
  readonly now: Date;
}

/**
 * Ends connections whose code was never exchanged and has expired, at most 100. Returns those that this call ended.
 * Concurrent calls end different connections.
 */
export function endUnusedGrants(
  db: Database,
  { agreedBefore, overBefore, now }: UnusedGrants,
): Promise<readonly EndedGrant[]> {
  const reason = "unused";
  return inSystem(db, async (client) => {
    const { rows } = await client.query<EndedGrant>(
      `UPDATE oauth_grants AS g SET revoked_at = $2, revoked_reason = $3
       WHERE (g.workspace_id, g.id) IN (
         SELECT u.workspace_id, u.id FROM oauth_grants u
         WHERE u.revoked_at IS NULL AND u.last_used_at IS NULL AND u.created_at < $1
           AND NOT EXISTS (SELECT FROM oauth_artifacts a WHERE a.grant_id = u.id AND a.expires_at >= $4)
         ORDER BY u.created_at LIMIT ${UNUSED_GRANTS_MAX} FOR UPDATE SKIP LOCKED
       ) RETURNING ${ENDED_GRANT_COLUMNS}`,
      [agreedBefore, now, reason, overBefore],
    );
    await noteEndedGrants(client, rows, { reason, actor: HOUSEKEEPING, origin: NOWHERE, now });
    return rows;
  });
}
