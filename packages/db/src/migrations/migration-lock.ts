import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** The advisory lock that `prisma migrate` takes as well, so that only one migrator runs at a time. */
const PRISMA_LOCK = 72_707_369;

const POLL_MS = 100;

/**
 * Resolves when no other migrator works on the database. The session holds the lock until it ends. Polls instead of
 * waiting inside a statement, because CREATE INDEX CONCURRENTLY waits for every running statement to end.
 */
export async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [PRISMA_LOCK]);
    if (rows[0]?.taken) return;
    await delay(POLL_MS);
  }
}
