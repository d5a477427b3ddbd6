import { type Database, inSystem } from "../database.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

/** Connections that one call ends at most. */
export const UNUSED_GRANTS_MAX = 100;

const HOUSEKEEPING = { type: "system", id: "housekeeping" };
const NOWHERE = { ip: undefined, userAgent: undefined, requestId: undefined };

/** Which connections count as never taken up. */
export interface UnusedGrants {
  /** The person agreed before this moment. */
  readonly agreedBefore: Date;
  /** Code and tokens were over at this moment; a little before now, so that what is under way comes to its end. */
  readonly overBefore: Date;
  readonly now: Date;
}

/**
 * Ends connections for which no code was exchanged and none can be any more, at most 100; answers those that this call
 * ended. Several processes may ask at once: each takes others.
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
