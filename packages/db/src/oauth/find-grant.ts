import type { Database } from "../database.js";

export interface GrantRow {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scope: string;
  /** The authorization server's data for it. Null until it is saved. Contains no secret. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** The live connection: not revoked, not expired, and of a user who is still a member of its workspace. */
export async function findGrant(db: Database, id: string, now: Date): Promise<GrantRow | null> {
  const { rows } = await db.system.query<GrantRow>(
    `SELECT g.id, g.user_id AS "userId", g.client_id AS "clientId", g.scope, g.payload
     FROM oauth_grants g JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
     WHERE g.id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** Saves the authorization server's data of a live connection. */
export async function saveGrantPayload(db: Database, id: string, payload: object): Promise<void> {
  await db.system.query("UPDATE oauth_grants SET payload = $2 WHERE id = $1 AND revoked_at IS NULL", [
    id,
    JSON.stringify(payload),
  ]);
}
