import type { Database } from "../database.js";

/**
 * Deletes the rows of products that were deleted before `deletedBefore`, with their search entries. At most `limit`.
 * Returns how many they were. A product that is created again at the same time stays. A reader of
 * the changes that has not come as far is rejected (`product_purges`).
 */
export async function purgeProducts({ system }: Database, deletedBefore: Date, limit: number): Promise<number> {
  const { rows } = await system.query<{ count: number }>(
    `WITH purged AS (
       DELETE FROM products
       WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM products WHERE deleted_at IS NOT NULL AND deleted_at < $1 ORDER BY deleted_at LIMIT $2))
         AND deleted_at < $1
       RETURNING workspace_id, sku, log_position
     ), dropped AS (
       DELETE FROM product_words s USING purged p WHERE s.workspace_id = p.workspace_id AND s.sku = p.sku
     ), dropped_former AS (
       DELETE FROM product_search s USING purged p WHERE s.workspace_id = p.workspace_id AND s.sku = p.sku
     ), noted AS (
       INSERT INTO product_purges AS n (workspace_id, position)
       SELECT workspace_id, max(log_position) FROM purged GROUP BY workspace_id ORDER BY workspace_id
       ON CONFLICT (workspace_id) DO UPDATE SET position = greatest(n.position, excluded.position)
     )
     SELECT count(*)::int AS count FROM purged`,
    [deletedBefore, limit],
  );
  return rows[0]?.count ?? 0;
}
