import type pg from "pg";
import {
  type HistoryRow,
  isGeneratedForPrisma,
  type PendingMigration,
  pendingMigrations,
  recordFinished,
} from "./history.js";
import { readFormerMigrations, type SqlFile } from "./schema-source.js";

/** Creates what the migrations before it had created together. */
export const BASELINE = "20261126000000_baseline";

/** The migrations of the oldest version whose databases can be upgraded. Later ones are in `prisma/former-migrations`. */
const OLDEST_COUNT = 54;
const OLDEST_LAST = "20261125000920_parquet_codecs";

/**
 * What a database with migrations from before the baseline lacks of them, in order; undefined for other databases. Throws if
 * the database is older than the migrations that are kept.
 */
export function pendingBeforeBaseline(
  history: ReadonlyMap<string, HistoryRow>,
  migrations: readonly SqlFile[],
): PendingMigration[] | undefined {
  if (!migrations.some(({ name }) => name === BASELINE)) return undefined;
  const former = [...history.values()].filter(({ name }) => name < BASELINE && !isGeneratedForPrisma(name));
  if (former.length === 0) return undefined;
  const kept = readFormerMigrations();
  const keptNames = new Set(kept.map(({ name }) => name));
  const oldest = former.filter(({ name, isFinished }) => isFinished && !keptNames.has(name)).map(({ name }) => name);
  if (oldest.length !== OLDEST_COUNT || !oldest.includes(OLDEST_LAST)) {
    throw new Error(
      `this database has ${oldest.length} of the ${OLDEST_COUNT} migrations up to ${OLDEST_LAST}, from which an upgrade is possible: run \`skucast migrate\` of a version that contains that migration, then start this version again`,
    );
  }
  return pendingMigrations(history, kept);
}

/** Replaces the rows of all migrations from before the baseline by a finished baseline, in one transaction. */
export async function replaceFormerHistory(client: pg.ClientBase, migrations: readonly SqlFile[]): Promise<void> {
  const baseline = migrations.find(({ name }) => name === BASELINE);
  if (baseline === undefined) throw new Error("the source has no baseline");
  await client.query("BEGIN");
  try {
    await client.query(`DELETE FROM "_prisma_migrations" WHERE migration_name < $1`, [BASELINE]);
    await recordFinished(client, baseline);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
