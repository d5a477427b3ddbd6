import { type Database, inSystem } from "../database.js";
import { limitStatements } from "../guarded-client.js";

/** Workspaces that one call counts; the next call continues. */
const WORKSPACES_MAX = 20;
/** Counting reads every product: seconds for a million. */
const COUNT_TIMEOUT_MS = 900_000;
const SERIALIZATION_FAILURE = "40001";

/**
 * Counts the products of workspaces whose counts started from nothing: those that were filled by a version without
 * counts. One that is being erased is left out: its counts would keep it from being empty. Returns how many were counted. Writes continue meanwhile: one snapshot shows both the products and
 * what the same transactions have counted, so the difference is exact.
 */
export async function countUsage(db: Database, now: Date): Promise<number> {
  const { rows } = await db.system.query<{ id: string }>(
    `SELECT id FROM workspaces w WHERE (deletes_at IS NULL OR deletes_at > now()) AND NOT EXISTS (
       SELECT FROM workspace_usage u WHERE u.workspace_id = w.id AND u.shard = -1 AND u.counted_at IS NOT NULL
     ) ORDER BY id LIMIT $1`,
    [WORKSPACES_MAX],
  );
  for (const { id } of rows) await countWorkspace(db, id, now);
  return rows.length;
}

/** Another process may count the same workspace: then the later one is rolled back, and nothing is lost. */
async function countWorkspace(db: Database, workspaceId: string, now: Date): Promise<void> {
  try {
    await inSystem(db, async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      await limitStatements(client, COUNT_TIMEOUT_MS);
      await client.query(
        `WITH held AS (
           SELECT count(*) AS products, coalesce(sum(octet_length(doc)), 0) AS bytes
           FROM products WHERE workspace_id = $1 AND deleted_at IS NULL
         ), counted AS (
           SELECT coalesce(sum(products), 0) AS products, coalesce(sum(catalog_bytes), 0) AS bytes
           FROM workspace_usage WHERE workspace_id = $1
         )
         INSERT INTO workspace_usage AS u (workspace_id, shard, products, catalog_bytes, counted_at)
         SELECT $1, -1, held.products - counted.products, held.bytes - counted.bytes, $2 FROM held, counted
         ON CONFLICT (workspace_id, shard) DO UPDATE SET
           products = u.products + EXCLUDED.products, catalog_bytes = u.catalog_bytes + EXCLUDED.catalog_bytes,
           counted_at = EXCLUDED.counted_at`,
        [workspaceId, now],
      );
    });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === SERIALIZATION_FAILURE)) throw error;
  }
}
