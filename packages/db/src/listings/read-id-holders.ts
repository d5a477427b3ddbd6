import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

/** Whether a product of the channel has an id that is not its SKU. */
export function hasRowIds(db: Database, binding: Binding, channelId: string): Promise<boolean> {
  return inWorkspace(db, binding, async (client) => {
    const { rowCount } = await client.query(
      "SELECT FROM listings WHERE workspace_id = $1 AND channel_id = $2 AND row_id IS NOT NULL LIMIT 1",
      [binding.workspaceId, channelId],
    );
    return rowCount === 1;
  });
}

/** The key of a product's id, which another product has. */
export interface HeldId {
  readonly sku: string;
  readonly rowId: string;
  readonly holder: string;
}

/** Of these products, those whose id another product has by the listings of the channel. */
export function readIdHolders(
  db: Database,
  binding: Binding,
  { channelId, skus }: { readonly channelId: string; readonly skus: readonly string[] },
): Promise<HeldId[]> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<HeldId>(
      `SELECT sku, row_id AS "rowId", id_holder AS holder FROM listings
       WHERE workspace_id = $1 AND channel_id = $2 AND sku = ANY ($3::text[]) AND id_holder IS NOT NULL`,
      [binding.workspaceId, channelId, skus],
    );
    return rows;
  });
}
