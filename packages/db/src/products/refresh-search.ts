import { textArray } from "../array-parameter.js";
import type { Database } from "../database.js";

/** Identifies a product of any workspace. */
export interface ProductPlace {
  readonly workspaceId: string;
  readonly sku: string;
}

/** Updates the search words of products to what is stored. Idempotent. */
export async function refreshSearch(db: Database, places: readonly ProductPlace[]): Promise<void> {
  await db.system.query({
    name: "product_search_refresh",
    text: "SELECT product_search_refresh($1, $2)",
    values: [textArray(places.map(({ workspaceId }) => workspaceId)), textArray(places.map(({ sku }) => sku))],
  });
}
