import type pg from "pg";
import { type HistoryRow, isGeneratedForPrisma, recordFinished } from "./history.js";
import type { SqlFile } from "./schema-source.js";

/** Creates what the migrations before it had created together. */
export const BASELINE = "20261126000000_baseline";

const FORMER_COUNT = 72;
const FORMER_LAST = "20261125001920_vacuum_by_rows";

/**
 * In a database with all migrations from before the baseline, replaces their rows of the history by a finished baseline.
 * Returns whether it did. Throws if some of them are missing, because the baseline cannot be applied on top of the others.
 */
export async function replaceFormerHistory(
  client: pg.ClientBase,
  history: ReadonlyMap<string, HistoryRow>,
  migrations: readonly SqlFile[],
): Promise<boolean> {
  const baseline = migrations.find(({ name }) => name === BASELINE);
  const former = [...history.values()].filter(({ name }) => name < BASELINE && !isGeneratedForPrisma(name));
  if (baseline === undefined || former.length === 0) return false;
  const finished = former.filter(({ isFinished }) => isFinished).map(({ name }) => name);
  if (finished.length !== FORMER_COUNT || !finished.includes(FORMER_LAST)) {
    throw new Error(
      `this database has ${finished.length} of the ${FORMER_COUNT} migrations that ${BASELINE} replaces: run \`skucast migrate\` of the version that it was used with, then start this version again`,
    );
  }
  await client.query("BEGIN");
  try {
    await client.query(`DELETE FROM "_prisma_migrations" WHERE migration_name < $1`, [BASELINE]);
    await recordFinished(client, baseline);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  return true;
}
