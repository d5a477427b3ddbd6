import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

interface Missing {
  /** The SKUs that are not missing. */
  readonly skus: readonly string[];
  /** Sources whose products do not count. */
  readonly otherSources: readonly string[];
}

/** Products that are neither deleted nor archived, and that the actor sees. */
export interface MissingCount {
  /** Of any SKU. */
  readonly live: number;
  /** Those whose SKU is none of the given ones. */
  readonly missing: number;
}

/** Counts the products that a file with some SKUs may remove, and those that it lacks. */
export function countMissingProducts(
  db: Database,
  binding: Binding,
  { skus, otherSources }: Missing,
): Promise<MissingCount> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<MissingCount>(
      `SELECT count(*)::float8 AS live, count(*) FILTER (WHERE NOT (sku = ANY($2::text[])))::float8 AS missing FROM products
       WHERE workspace_id = $1 AND deleted_at IS NULL AND status <> 'archived'
         AND (source_id IS NULL OR source_id <> ALL ($3::text[]))`,
      [binding.workspaceId, skus, otherSources],
    );
    return rows[0] ?? { live: 0, missing: 0 };
  });
}
