import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { containing } from "./containing.js";

/**
 * SKUs, in their order, of products whose document names a channel, a page of them. It reads documents, so it is for
 * work that is rare; the document says whether it is an override.
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
