import type { Database } from "../database.js";

/** How long the next attempt has to wait after a number of failures. */
export interface DelaySchedule {
  /** So many failures cause no delay. */
  readonly freeFailures: number;
  /** Delay after the next one. It doubles with each further failure. */
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** Failures are forgotten when there was none for this long. */
  readonly forgottenAfterSeconds: number;
}

/**
 * Takes one attempt under the key and counts it as failed, so that concurrent attempts are all counted. Returns 0 if it
 * is allowed, otherwise the milliseconds to wait; then nothing is counted. The key must contain no secret.
 */
export async function takeAttempt(db: Database, key: string, schedule: DelaySchedule, now: Date): Promise<number> {
  const forgottenAt = new Date(now.getTime() - schedule.forgottenAfterSeconds * 1000);
  const { rowCount } = await db.system.query(
    `INSERT INTO attempt_delays AS d (key, failures, free_at, last_at) VALUES ($1, 1, $2, $2)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN d.last_at < $3 THEN 1 ELSE d.failures + 1 END,
       free_at = CASE WHEN d.last_at < $3 OR d.failures < $4 THEN $2
         ELSE $2 + make_interval(secs => least($6::float8, $5 * 2.0 ^ least(d.failures - $4, 30))) END,
       last_at = $2
     WHERE d.free_at <= $2`,
    [key, now, forgottenAt, schedule.freeFailures, schedule.firstSeconds, schedule.longestSeconds],
  );
  if (rowCount === 1) return 0;
  const { rows } = await db.system.query<{ free_at: Date }>("SELECT free_at FROM attempt_delays WHERE key = $1", [key]);
  return Math.max(1, (rows[0]?.free_at.getTime() ?? 0) - now.getTime());
}

/** Forgets the failures under the key, because an attempt succeeded. */
export async function forgetDelay(db: Database, key: string): Promise<void> {
  await db.system.query("DELETE FROM attempt_delays WHERE key = $1", [key]);
}

const ROWS_MAX = 5_000;

/** Deletes delays without an attempt since the given time, at most 5,000 per call. Returns whether there may be more. */
export async function pruneDelays(db: Database, before: Date): Promise<boolean> {
  const { rowCount } = await db.system.query(
    `DELETE FROM attempt_delays WHERE key IN (SELECT key FROM attempt_delays WHERE last_at < $1 LIMIT ${ROWS_MAX})`,
    [before],
  );
  return rowCount === ROWS_MAX;
}
