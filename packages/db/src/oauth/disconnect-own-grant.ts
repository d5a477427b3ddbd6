import { type Database, inSystem } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

export interface Disconnection {
  readonly id: string;
  /** The user that the connection must belong to. */
  readonly userId: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

/**
 * Ends a connection of a user, in any workspace, at the user's request. Returns the connection as it was, or null if it
 * was not live or belongs to another user. The caller announces it.
 */
export function disconnectOwnGrant(
  db: Database,
  { id, userId, origin, now }: Disconnection,
): Promise<EndedGrant | null> {
  const reason = "disconnected";
  return inSystem(db, async (client) => {
    const { rows } = await client.query<EndedGrant>(
      `UPDATE oauth_grants AS g SET revoked_at = $3, revoked_reason = $4
       WHERE g.id = $1 AND g.user_id = $2 AND g.revoked_at IS NULL RETURNING ${ENDED_GRANT_COLUMNS}`,
      [id, userId, now, reason],
    );
    await noteEndedGrants(client, rows, { reason, actor: { type: "user", id: userId }, origin, now });
    return rows[0] ?? null;
  });
}
