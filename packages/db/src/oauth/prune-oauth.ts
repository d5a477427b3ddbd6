import type { Database } from "../database.js";

const ROWS_MAX = 5_000;

/**
 * Deletes what has expired, at most 5,000 rows of each kind. Returns whether there may be more. Grants are kept as
 * history.
 */
export async function pruneOAuth(db: Database, now: Date): Promise<boolean> {
  const counts = [
    await prune(
      db,
      "DELETE FROM oauth_artifacts WHERE (model, id_hash) IN (SELECT model, id_hash FROM oauth_artifacts WHERE expires_at <= $1 LIMIT $2)",
      now,
    ),
    await prune(
      db,
      "DELETE FROM oauth_refresh_answers WHERE token_hash IN (SELECT token_hash FROM oauth_refresh_answers WHERE expires_at <= $1 AND lease_until <= $1 LIMIT $2)",
      now,
    ),
    await prune(
      db,
      "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients WHERE expires_at <= $1 LIMIT $2)",
      now,
    ),
  ];
  return counts.includes(ROWS_MAX);
}

async function prune(db: Database, text: string, now: Date): Promise<number> {
  const { rowCount } = await db.system.query(text, [now, ROWS_MAX]);
  return rowCount ?? 0;
}
