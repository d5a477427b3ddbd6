import type { TransactionClient } from "../database.js";

/** The database, or a transaction in its place. */
interface SystemQueries {
  readonly system: Pick<TransactionClient, "query">;
}

/** Ends one session of a person. Returns the client it was started with, or null if it was not live. */
export async function endSession(
  db: SystemQueries,
  userId: string,
  id: string,
  now: Date,
): Promise<{ readonly userAgent: string | null } | null> {
  const { rows } = await db.system.query<{ userAgent: string | null }>(
    `UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL
     RETURNING user_agent AS "userAgent"`,
    [userId, id, now],
  );
  return rows[0] ?? null;
}

/** Ends all sessions of a person except one. Returns their ids. */
export async function endOtherSessions(
  db: SystemQueries,
  userId: string,
  keptId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.system.query<{ id: string }>(
    "UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL RETURNING id",
    [userId, keptId, now],
  );
  return rows.map(({ id }) => id);
}
