import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/**
 * How long a statement of the migrator may wait for a lock. The statements of the apps queue behind it meanwhile. Longer
 * than deadlock_timeout (1 s), after which PostgreSQL ends an autovacuum that is in the way.
 */
const LOCK_WAIT_MS = 2_000;
/** In which statements of the apps run, before the lock is tried again. */
const PAUSE_MS = 2_000;
const GIVE_UP_MS = 600_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** For the session of the migrator. Without the limit, one open transaction would stop every app at the first `ALTER TABLE`. */
export const LIMIT_LOCK_WAITS = `SET lock_timeout = ${LOCK_WAIT_MS}`;

/** Runs work that waits for other transactions without delaying those of the apps. */
export async function withoutLockLimit(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query("SET lock_timeout = 0");
  await work();
  await client.query(LIMIT_LOCK_WAITS);
}

/** Runs work again while it fails because a lock is held, up to ten minutes. The work must roll back what it did. */
export async function retryLocks<T>(work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - startedAtMs > GIVE_UP_MS) throw stillLocked(error);
    }
    await delay(PAUSE_MS);
  }
}

const isLockTimeout = (error: unknown): error is Error =>
  error instanceof Error &&
  (("code" in error && error.code === LOCK_NOT_AVAILABLE) || (error.cause !== undefined && isLockTimeout(error.cause)));

const stillLocked = (cause: Error) =>
  new Error(
    `${cause.message}. Another session has held the lock for ten minutes, such as a backup or a long query (SELECT pid, xact_start, query FROM pg_stat_activity ORDER BY xact_start). Wait until it has ended, then run this again.`,
    { cause },
  );
