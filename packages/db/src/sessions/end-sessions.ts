import type { Database } from "../database.js";

/** Ends one session of a person. Returns whether it was live. Sessions of other people are not changed. */
export async function endSession(db: Database, userId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    "UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL",
    [userId, id, now],
  );
  return rowCount === 1;
}

/** Ends all sessions of a person except one. Returns their ids. */
export async function endOtherSessions(db: Database, userId: string, keptId: string, now: Date): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>(
    "UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL RETURNING id",
    [userId, keptId, now],
  );
  return rows.map(({ id }) => id);
}
