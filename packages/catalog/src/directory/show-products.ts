import { type DirectoryProduct, readCatalogs } from "@skucast/db/directory/read-directory";
import { type PublicProduct, publicProductsOf } from "@skucast/profiles/channel/public-product";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { mapInSlices } from "../map-in-slices.js";

export type { PublicProduct } from "@skucast/profiles/channel/public-product";

/** Products of the directory as their channels publish them, in the given order, without excluded and invalid ones. */
export async function showProducts(
  ctx: Pick<CatalogContext, "db" | "clock">,
  products: readonly DirectoryProduct[],
  { signal }: Cancellable,
): Promise<PublicProduct[]> {
  signal?.throwIfAborted();
  const ids = [...new Set(products.map(({ catalogId }) => catalogId))];
  const channels = ids.length === 0 ? [] : await readCatalogs(ctx.db, { ids, limit: ids.length });
  const now = ctx.clock.now();
  const showIn = new Map(channels.map((channel) => [channel.id, publicProductsOf(channel, now)]));
  // A channel that left the directory between the two reads is not in the map.
  const shown = await mapInSlices(products, (product) => showIn.get(product.catalogId)?.(product) ?? [], { signal });
  return shown.flat();
}
