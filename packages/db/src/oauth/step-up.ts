import type { Database } from "../database.js";

/** Records that the app of a connection got the error that it needs more scopes. */
export async function recordStepUp(db: Database, grantId: string, now: Date): Promise<void> {
  await db.system.query("UPDATE oauth_grants SET step_up_at = $2 WHERE id = $1", [grantId, now]);
}

/**
 * Clears that record of the connection of a live refresh token, if it is later than `since`. If several calls try, one
 * gets `true`.
 */
export async function consumeStepUp(db: Database, refreshTokenHash: Uint8Array, since: Date): Promise<boolean> {
  const { rowCount } = await db.system.query({
    name: "oauth_step_up_take",
    text: `UPDATE oauth_grants g SET step_up_at = NULL FROM oauth_artifacts a
           WHERE a.model = 'RefreshToken' AND a.id_hash = $1 AND a.consumed_at IS NULL
             AND g.id = a.grant_id AND g.step_up_at > $2`,
    values: [refreshTokenHash, since],
  });
  return rowCount === 1;
}
