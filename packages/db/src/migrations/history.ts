import type pg from "pg";
import type { SqlFile } from "./schema-source.js";

/** As Prisma creates it. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/** A row of the history that was not rolled back. */
export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
  /** Why the migration failed. Null of one that was interrupted. */
  readonly logs: string | null;
}

/** A migration that is not finished, with its row where an earlier attempt left one. */
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

/** What is left to do, in order. Throws for a migration whose text is no longer the one that was applied. */
export function pendingMigrations(
  history: ReadonlyMap<string, HistoryRow>,
  migrations: readonly SqlFile[],
): PendingMigration[] {
  return migrations.flatMap((migration) => {
    const row = history.get(migration.name);
    if (row === undefined) return [{ migration }];
    // What failed changed nothing, so its text may have been corrected since.
    if (row.checksum !== migration.checksum && row.logs === null) {
      throw new Error(`migration ${migration.name} was edited after it was applied; add a new migration instead`);
    }
    return row.isFinished ? [] : [{ migration, unfinished: row }];
  });
}

/** Names of finished migrations that the source does not have: a later version applied them. */
export function laterMigrations(names: Iterable<string>, known: Iterable<string>): string[] {
  const own = new Set(known);
  return [...names].filter((name) => !own.has(name) && !isGeneratedForPrisma(name)).sort();
}

const GENERATED_FOR_PRISMA = /^\d{14}_functions_[0-9a-f]{8}$/;

/** Whether a migration is the one that holds the functions of a version: see `prisma-migrations.ts`. */
const isGeneratedForPrisma = (name: string): boolean => GENERATED_FOR_PRISMA.test(name);
