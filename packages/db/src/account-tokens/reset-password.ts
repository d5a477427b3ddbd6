import type { TransactionClient } from "../database.js";
import { endGrantsOfPerson } from "../oauth/end-grants-of-person.js";
import { forgetRecoveryLinks } from "./account-tokens.js";
import { type FellowMembers, listFellowMembers } from "./list-fellow-members.js";
import { type AccountReset, revokeLeftovers } from "./revoke-leftovers.js";

export interface PasswordReset extends AccountReset {
  readonly passwordHash: string;
}

export interface ResetAccount {
  /** Ids of the sessions, connections, keys and pull credentials that ended. */
  readonly ended: readonly string[];
  /** Workspaces in which something was revoked. */
  readonly workspaceIds: readonly string[];
  /** Whether the address had been proven before. */
  readonly wasProven: boolean;
  /** Who else can use the workspaces of an account whose address had not been proven. */
  readonly fellows: readonly FellowMembers[];
}

/**
 * Replaces a forgotten password, and ends all sessions, connected apps and links of the person: who had the former password
 * may have connected an app. An account whose address had never been proven also loses its second factors and everything
 * else that it had let in: another person may have added them.
 */
export async function resetPassword(client: TransactionClient, reset: PasswordReset): Promise<ResetAccount> {
  const { userId, passwordHash, origin, now } = reset;
  const { rows: before } = await client.query<{ isVerified: boolean }>(
    `SELECT email_verified_at IS NOT NULL AS "isVerified" FROM users WHERE id = $1 FOR UPDATE`,
    [userId],
  );
  const wasProven = before[0]?.isVerified !== false;
  const revoked = wasProven ? { ended: [], workspaceIds: [] } : await revokeLeftovers(client, reset);
  const grants = await endGrantsOfPerson(client, { userId, reason: "password_reset", origin, now });
  const fellows = wasProven ? [] : await listFellowMembers(client, userId);
  await forgetRecoveryLinks(client, userId);
  await client.query(
    `UPDATE users SET password_hash = $2, password_changed_at = $3, email_verified_at = coalesce(email_verified_at, $3)
     WHERE id = $1`,
    [userId, passwordHash, now],
  );
  const { rows } = await client.query<{ id: string }>(
    "UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL RETURNING id",
    [userId, now],
  );
  return {
    ended: [...revoked.ended, ...[...grants, ...rows].map(({ id }) => id)],
    workspaceIds: [...new Set([...revoked.workspaceIds, ...grants.map(({ workspaceId }) => workspaceId)])],
    wasProven,
    fellows,
  };
}
