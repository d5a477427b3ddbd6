import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** The number of products that are neither deleted nor archived, that the actor sees, and whose SKU is none of the given ones. */
export function countMissingProducts(db: Database, binding: Binding, skus: readonly string[]): Promise<number> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM products
       WHERE workspace_id = $1 AND deleted_at IS NULL AND status <> 'archived' AND NOT (sku = ANY($2::text[]))`,
      [binding.workspaceId, skus],
    );
    return rows[0]?.count ?? 0;
  });
}
