import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { SqlFile } from "./schema-source.js";

/** The same table that Prisma creates. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/** A row of the history, unless it was rolled back. */
export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
  /** Why the migration failed. Null if it was interrupted. */
  readonly logs: string | null;
}

/** A migration that is not finished, with the row of an earlier attempt, if there was one. */
export interface PendingMigration {
  readonly migration: SqlFile;
  readonly unfinished?: HistoryRow;
}

export async function readHistory(client: pg.ClientBase): Promise<Map<string, HistoryRow>> {
  await client.query(HISTORY_TABLE);
  const { rows } = await client.query<HistoryRow>(
    `SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished", logs
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** The migrations that are not finished, in order. Throws if a migration was edited after it was applied. */
export function pendingMigrations(
  history: ReadonlyMap<string, HistoryRow>,
  migrations: readonly SqlFile[],
): PendingMigration[] {
  return migrations.flatMap((migration) => {
    const row = history.get(migration.name);
    if (row === undefined) return [{ migration }];
    // A failed migration changed nothing, so its text may have been corrected since.
    if (row.checksum !== migration.checksum && row.logs === null) {
      throw new Error(`migration ${migration.name} was edited after it was applied; add a new migration instead`);
    }
    return row.isFinished ? [] : [{ migration, unfinished: row }];
  });
}

/** Records a migration as finished: its row becomes visible together with the statements of the transaction. */
export async function recordFinished(
  client: pg.ClientBase,
  { name, checksum }: SqlFile,
  unfinished?: HistoryRow,
): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)
     ON CONFLICT (id) DO UPDATE SET checksum = excluded.checksum, finished_at = excluded.finished_at,
       applied_steps_count = 1, logs = NULL`,
    [unfinished?.id ?? randomUUID(), checksum, name],
  );
}

/** Names of migrations that the source does not contain. A later version applied them. */
export function laterMigrations(names: Iterable<string>, known: Iterable<string>): string[] {
  const own = new Set(known);
  return [...names].filter((name) => !own.has(name) && !isGeneratedForPrisma(name)).sort();
}

const GENERATED_FOR_PRISMA = /^\d{14}_functions_[0-9a-f]{8}$/;

/** Whether it is the migration with the functions of a version, which `prisma-migrations.ts` generates. */
export const isGeneratedForPrisma = (name: string): boolean => GENERATED_FOR_PRISMA.test(name);
