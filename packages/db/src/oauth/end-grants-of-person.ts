import type { TransactionClient } from "../database.js";
import type { RequestOrigin } from "../memberships/create-workspace-with-owner.js";
import { ENDED_GRANT_COLUMNS, type EndedGrant, noteEndedGrants } from "./note-ended-grants.js";

export interface GrantsEnding {
  readonly userId: string;
  /** The value of `oauth_grants.revoked_reason`. */
  readonly reason: string;
  readonly origin: RequestOrigin;
  readonly now: Date;
}

/**
 * Ends every connected app of a person, in all workspaces, with an entry in the audit log of each. Returns the connections
 * as they were. The caller announces them after the commit.
 */
export async function endGrantsOfPerson(
  client: TransactionClient,
  { userId, reason, origin, now }: GrantsEnding,
): Promise<EndedGrant[]> {
  const { rows } = await client.query<EndedGrant>(
    `UPDATE oauth_grants AS g SET revoked_at = $2, revoked_reason = $3 WHERE g.user_id = $1 AND g.revoked_at IS NULL
     RETURNING ${ENDED_GRANT_COLUMNS}`,
    [userId, now, reason],
  );
  await noteEndedGrants(client, rows, { reason, actor: { type: "user", id: userId }, origin, now });
  return rows;
}
