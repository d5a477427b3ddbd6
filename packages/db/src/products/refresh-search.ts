import { textArray } from "../array-parameter.js";
import type { Database } from "../database.js";

/** A product, wherever it is. */
export interface ProductPlace {
  readonly workspaceId: string;
  readonly sku: string;
}

/** Brings the words by which products are found up to date with what is stored; doing it twice is doing it once. */
export async function refreshSearch(db: Database, places: readonly ProductPlace[]): Promise<void> {
  await db.system.query({
    name: "product_search_refresh",
    text: "SELECT product_search_refresh($1, $2)",
    values: [textArray(places.map(({ workspaceId }) => workspaceId)), textArray(places.map(({ sku }) => sku))],
  });
}
