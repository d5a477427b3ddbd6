import type { Database } from "../database.js";

/**
 * Makes the idle connections of a database publish what their statements have counted. By itself, PostgreSQL delays that by
 * up to ten seconds, so that a count may contain the work of an earlier test.
 */
export async function publishStatistics({ app, system, visitor }: Pick<Database, "app" | "system" | "visitor">) {
  for (const pool of [app, system, visitor]) {
    const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
    for (const client of clients) await client.query("SELECT pg_stat_force_next_flush()");
    for (const client of clients) client.release();
  }
}
