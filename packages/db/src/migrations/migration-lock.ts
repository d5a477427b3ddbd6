import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** The advisory lock that `prisma migrate` takes, so that it and this migrator exclude each other. */
const PRISMA_LOCK = 72_707_369;

const POLL_MS = 100;

/**
 * Resolves when no other migrator is at work on the database; the session holds the lock until it ends. It asks again and
 * again instead of waiting inside of a statement, because CREATE INDEX CONCURRENTLY waits for every statement to end.
 */
export async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [PRISMA_LOCK]);
    if (rows[0]?.taken) return;
    await delay(POLL_MS);
  }
}
