import { randomUUID } from "node:crypto";
import pg from "pg";
import { applyConcurrentIndex, concurrentIndexOf } from "./concurrent-index.js";
import { type HistoryRow, laterMigrations, type PendingMigration, pendingMigrations, readHistory } from "./history.js";
import type { SqlFile } from "./schema-source.js";

/**
 * From here on, a statement fails whose rows row-level security would hide from the owner. Earlier migrations do not
 * pass that check; `backfills_of_hidden_rows` repairs what they missed.
 */
const ALL_ROWS_SINCE = "20261125001000";

/** SQLSTATEs of a migration that is applied for the second time. */
const ALREADY_APPLIED = new Set([
  "42P07", // duplicate_table
  "42710", // duplicate_object
  "42701", // duplicate_column
  "42723", // duplicate_function
  "42P06", // duplicate_schema
  "42P16", // invalid_table_definition: a second primary key
  "42P01", // undefined_table
  "42703", // undefined_column
  "42704", // undefined_object
  "42883", // undefined_function
  "23505", // unique_violation
]);

/** Applies what is not finished, in order; answers the names, and whether a later version has been here. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly SqlFile[],
): Promise<{ applied: string[]; isNewerThanSource: boolean }> {
  const history = await readHistory(client);
  const pending = pendingMigrations(history, migrations);
  for (const each of pending) await applyPending(client, each);
  const names = migrations.map(({ name }) => name);
  return {
    applied: pending.map(({ migration }) => migration.name),
    isNewerThanSource: laterMigrations(history.keys(), names).length > 0,
  };
}

async function applyPending(client: pg.Client, { migration, unfinished }: PendingMigration): Promise<void> {
  try {
    const index = concurrentIndexOf(migration.sql);
    if (index !== undefined) await applyConcurrentIndex(client, index);
    await client.query("BEGIN");
    if (index === undefined) await applyStatements(client, migration, unfinished);
    await recordFinished(client, migration, unfinished);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed, and nothing of it was kept: ${reason}`, { cause: error });
  }
}

async function applyStatements(client: pg.Client, { name, sql }: SqlFile, unfinished?: HistoryRow): Promise<void> {
  await client.query("SAVEPOINT before_migration");
  try {
    await client.query(`SET LOCAL row_security = ${name >= ALL_ROWS_SINCE ? "off" : "on"}`);
    await client.query(sql);
    await assertRowSecurityForced(client);
  } catch (error) {
    // Earlier versions committed history row, statements and end one by one. An attempt without a reason for its failure
    // was interrupted: before the statements, which then succeed now, or after them, which then cannot be repeated.
    const wasInterrupted = unfinished !== undefined && unfinished.logs === null;
    if (!(wasInterrupted && error instanceof pg.DatabaseError && ALREADY_APPLIED.has(error.code ?? ""))) throw error;
    await client.query("ROLLBACK TO SAVEPOINT before_migration");
  }
  await client.query("SET LOCAL row_security = on");
}

/** Finished at once: the row and the statements become visible together. */
async function recordFinished(
  client: pg.Client,
  { name, checksum }: SqlFile,
  unfinished: HistoryRow | undefined,
): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)
     ON CONFLICT (id) DO UPDATE SET checksum = excluded.checksum, finished_at = excluded.finished_at,
       applied_steps_count = 1, logs = NULL`,
    [unfinished?.id ?? randomUUID(), checksum, name],
  );
}

/** A migration that lifts row-level security for its statements puts it back. */
async function assertRowSecurityForced(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relrowsecurity AND NOT relforcerowsecurity`,
  );
  if (rows.length === 0) return;
  throw new Error(`row-level security is no longer forced on ${rows.map(({ name }) => name).join(", ")}`);
}
