import type { Database, TransactionClient } from "../database.js";

const ROWS_MAX = 5_000;

/** The pool, or a transaction of it whose attempts are only counted if it commits. */
interface Counting {
  readonly system: Pick<TransactionClient, "query">;
}

/**
 * Counts one more attempt under the key and returns the number of attempts in the current window. Windows start at
 * multiples of their length, so around a boundary, up to twice the limit fits into one window's length. The key must
 * contain no secret.
 */
export async function countAttempt(db: Counting, key: string, windowSeconds: number, now: Date): Promise<number> {
  const { rows } = await db.system.query<{ count: number }>(
    `INSERT INTO attempt_counts (key, window_start, count) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start) DO UPDATE SET count = attempt_counts.count + 1 RETURNING count`,
    [key, windowStart(windowSeconds, now)],
  );
  return rows[0]?.count ?? 1;
}

/** Subtracts one attempt from the current window. */
export async function uncountAttempt(db: Database, key: string, windowSeconds: number, now: Date): Promise<void> {
  await db.system.query(
    "UPDATE attempt_counts SET count = count - 1 WHERE key = $1 AND window_start = $2 AND count > 0",
    [key, windowStart(windowSeconds, now)],
  );
}

/** Deletes the attempts that were counted under the key. */
export async function clearAttempts(db: Database, key: string): Promise<void> {
  await db.system.query("DELETE FROM attempt_counts WHERE key = $1", [key]);
}

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

/** Start of the window that contains a time. */
export function windowStart(windowSeconds: number, now: Date): Date {
  const windowMs = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
