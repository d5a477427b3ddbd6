import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { containing } from "./containing.js";

/**
 * A page of SKUs, in order, of products whose document contains the id of a channel. The caller checks whether it is an
 * override. Reads every document, so use it only for rare work.
 */
export function listOverridden(
  db: Database,
  binding: Binding,
  { channelId, after, limit }: { readonly channelId: string; readonly after: string; readonly limit: number },
): Promise<string[]> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ sku: string }>(
      `SELECT sku FROM products
       WHERE workspace_id = $1 AND sku > $2 AND deleted_at IS NULL AND doc LIKE $3 ORDER BY sku LIMIT $4`,
      [binding.workspaceId, after, containing(`"${channelId}"`), limit],
    );
    return rows.map(({ sku }) => sku);
  });
}
