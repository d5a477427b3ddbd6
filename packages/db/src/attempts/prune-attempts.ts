import type { Database } from "../database.js";

const ROWS_MAX = 5_000;

/**
 * Deletes counts of windows that started before the given time, at most 5,000 per call. Returns whether there may be
 * more.
 */
export async function pruneAttempts(db: Database, before: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM attempt_counts WHERE (key, window_start) IN
       (SELECT key, window_start FROM attempt_counts WHERE window_start < $1 LIMIT ${ROWS_MAX})`,
    [before],
  );
  return rowCount === ROWS_MAX;
}
