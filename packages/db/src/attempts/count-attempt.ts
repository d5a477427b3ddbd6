import type { Database } from "../database.js";

/**
 * Counts one more attempt under the key and returns the number of attempts in the current window. Windows start at
 * multiples of their length, so around a boundary, up to twice the limit fits into one window's length. The key must
 * contain no secret.
 */
export async function countAttempt(db: Database, key: string, windowSeconds: number, now: Date): Promise<number> {
  const { rows } = await db.system.query<{ count: number }>(
    `INSERT INTO attempt_counts (key, window_start, count) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start) DO UPDATE SET count = attempt_counts.count + 1 RETURNING count`,
    [key, windowStart(windowSeconds, now)],
  );
  return rows[0]?.count ?? 1;
}

/** Start of the window that contains a time. */
export function windowStart(windowSeconds: number, now: Date): Date {
  const windowMs = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
