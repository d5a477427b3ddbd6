import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

interface LivePage {
  readonly after: string;
  readonly limit: number;
  /** Sources whose products are left out. */
  readonly otherSources: readonly string[];
}

/** A page of SKUs, in order, of products that are neither deleted nor archived and that the actor sees. */
export function listLiveProducts(
  db: Database,
  binding: Binding,
  { after, limit, otherSources }: LivePage,
): Promise<string[]> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ sku: string }>(
      `SELECT sku FROM products
       WHERE workspace_id = $1 AND sku > $2 AND deleted_at IS NULL AND status <> 'archived'
         AND (source_id IS NULL OR source_id <> ALL ($4::text[]))
       ORDER BY sku LIMIT $3`,
      [binding.workspaceId, after, limit, otherSources],
    );
    return rows.map(({ sku }) => sku);
  });
}
