import { type Database, inSystem } from "../database.js";

/** Tables whose rows are work: after a load they are empty, and their indexes keep the size of the load. */
const QUEUE_TABLES = ["outbox", "waiting_events", "sent_events", "bus_messages", "listing_work"] as const;

/** A smaller table is not worth a lock. */
const BYTES_MIN = 32_000_000;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Truncates each queue that is empty and takes more than `bytesMin`, with its indexes, which VACUUM does not shrink.
 * Returns their names. It waits for no lock: a queue that a transaction uses is left for the next call.
 */
export async function returnQueueSpace(db: Database, bytesMin = BYTES_MIN): Promise<string[]> {
  const { rows } = await db.system.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS t (name) WHERE pg_total_relation_size(name::regclass) > $2",
    [QUEUE_TABLES, bytesMin],
  );
  const truncated: string[] = [];
  for (const { name } of rows) {
    if (await truncateIfEmpty(db, name)) truncated.push(name);
  }
  return truncated;
}

/** Under the lock no transaction can have rows that are not visible yet. */
async function truncateIfEmpty(db: Database, table: string): Promise<boolean> {
  try {
    return await inSystem(db, async (client) => {
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`);
      const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
      if (rowCount !== 0) return false;
      await client.query(`TRUNCATE ${table}`);
      return true;
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
