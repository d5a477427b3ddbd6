import { readDirectoryProducts } from "@skucast/db/directory/read-directory";
import type { PublicProduct } from "@skucast/profiles/channel/public-product";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { showProducts } from "./show-products.js";

interface Call extends Cancellable {
  readonly ctx: Pick<CatalogContext, "db" | "clock" | "turns" | "directoryProof">;
  readonly input: { readonly ids: readonly string[] };
}

/** The public products with these ids, without duplicates and without ids that are not public. Anyone may read them. */
export async function lookupDirectory({ ctx, input, signal }: Call): Promise<PublicProduct[]> {
  const places = [...new Set(input.ids)].map((id) => ({
    catalogId: id.slice(0, id.indexOf(":")),
    sku: id.slice(id.indexOf(":") + 1),
  }));
  const products = await readDirectoryProducts(ctx.db, places);
  return showProducts(ctx, products, { signal });
}
