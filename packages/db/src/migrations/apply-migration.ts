import pg from "pg";
import { applyConcurrentIndex, concurrentIndexOf } from "./concurrent-index.js";
import {
  type HistoryRow,
  laterMigrations,
  type PendingMigration,
  pendingMigrations,
  readHistory,
  recordFinished,
} from "./history.js";
import { pendingBeforeBaseline, replaceFormerHistory } from "./replace-former-history.js";
import { retryLocks, withoutLockLimit } from "./retry-locks.js";
import type { SqlFile } from "./schema-source.js";

/** SQLSTATEs of a migration that is applied a second time. */
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

/**
 * Applies the migrations that are not finished, in order. Returns their names, and whether the history contains
 * migrations of a later version.
 */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly SqlFile[],
): Promise<{ applied: string[]; isNewerThanSource: boolean }> {
  const upgraded = await upgradeToBaseline(client, migrations);
  const history = await readHistory(client);
  const pending = pendingMigrations(history, migrations);
  for (const each of pending) await retryLocks(() => applyPending(client, each));
  const names = migrations.map(({ name }) => name);
  return {
    applied: [...upgraded, ...pending].map(({ migration }) => migration.name),
    isNewerThanSource: laterMigrations(history.keys(), names).length > 0,
  };
}

/** Brings a database from before the baseline to the baseline. Returns the migrations that it applied. */
async function upgradeToBaseline(client: pg.Client, migrations: readonly SqlFile[]): Promise<PendingMigration[]> {
  const pending = pendingBeforeBaseline(await readHistory(client), migrations);
  if (pending === undefined) return [];
  for (const each of pending) await retryLocks(() => applyPending(client, each));
  await replaceFormerHistory(client, migrations);
  return pending;
}

async function applyPending(client: pg.Client, { migration, unfinished }: PendingMigration): Promise<void> {
  try {
    const index = concurrentIndexOf(migration.sql);
    if (index !== undefined) await withoutLockLimit(client, () => applyConcurrentIndex(client, index));
    await client.query("BEGIN");
    if (index === undefined) await applyStatements(client, migration, unfinished);
    await recordFinished(client, migration, unfinished);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed and was rolled back: ${reason}`, { cause: error });
  }
}

async function applyStatements(client: pg.Client, { sql }: SqlFile, unfinished?: HistoryRow): Promise<void> {
  await client.query("SAVEPOINT before_migration");
  try {
    // A statement then fails if row-level security would hide rows from it, instead of silently changing nothing.
    await client.query("SET LOCAL row_security = off");
    await client.query(sql);
    await assertRowSecurityForced(client);
  } catch (error) {
    // `prisma migrate deploy` commits the history row, the statements and `finished_at` one by one. A row without
    // `finished_at` and `logs` was interrupted: before the statements, which then succeed now, or after them, which
    // then fail because everything exists.
    const wasInterrupted = unfinished !== undefined && unfinished.logs === null;
    if (!(wasInterrupted && error instanceof pg.DatabaseError && ALREADY_APPLIED.has(error.code ?? ""))) throw error;
    await client.query("ROLLBACK TO SAVEPOINT before_migration");
  }
  await client.query("SET LOCAL row_security = on");
}

/** A migration that turns row-level security off for its statements must turn it on again. */
async function assertRowSecurityForced(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relrowsecurity AND NOT relforcerowsecurity`,
  );
  if (rows.length === 0) return;
  throw new Error(`row-level security is no longer forced on ${rows.map(({ name }) => name).join(", ")}`);
}
