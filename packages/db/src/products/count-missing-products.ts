import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

interface Missing {
  /** The SKUs that are not missing. */
  readonly skus: readonly string[];
  /** Sources whose products do not count. */
  readonly otherSources: readonly string[];
}

/** The number of products that are neither deleted nor archived, that the actor sees, and whose SKU is none of the given ones. */
export function countMissingProducts(db: Database, binding: Binding, { skus, otherSources }: Missing): Promise<number> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM products
       WHERE workspace_id = $1 AND deleted_at IS NULL AND status <> 'archived' AND NOT (sku = ANY($2::text[]))
         AND (source_id IS NULL OR source_id <> ALL ($3::text[]))`,
      [binding.workspaceId, skus, otherSources],
    );
    return rows[0]?.count ?? 0;
  });
}
