import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import {
  type DirectoryChannel,
  type DirectoryProduct,
  readCatalogs,
  readHeldIds,
} from "@skucast/db/directory/read-directory";
import { readDirectoryLookupTables } from "@skucast/db/lookup-tables/read-lookup-tables";
import { type PublicProduct, publicProductsOf } from "@skucast/profiles/channel/public-product";
import { NO_WORKSPACE } from "@skucast/service-kit/turns";
import type { Cancellable } from "../cancellable.js";
import type { CatalogContext } from "../context.js";
import { mapInSlices } from "../map-in-slices.js";
import { linksWithin } from "./linked-domains.js";

export type { PublicProduct } from "@skucast/profiles/channel/public-product";

/** Products of the directory as their channels publish them, in the given order, without those that they leave out. */
export async function showProducts(
  ctx: Pick<CatalogContext, "db" | "clock" | "turns" | "directoryProof">,
  products: readonly DirectoryProduct[],
  { signal }: Cancellable,
): Promise<PublicProduct[]> {
  signal?.throwIfAborted();
  const ids = [...new Set(products.map(({ catalogId }) => catalogId))];
  const channels = ids.length === 0 ? [] : await readCatalogs(ctx.db, { ids, limit: ids.length });
  const used = [...new Set(channels.flatMap(({ rules }) => lookupTableIdsOf(rules)))];
  const lookupTables = await readDirectoryLookupTables(ctx.db, used);
  const now = ctx.clock.now();
  const showIn = new Map(channels.map((channel) => [channel.id, showerOf(ctx, { ...channel, lookupTables }, now)]));
  // A channel that left the directory between the two reads is not in the map.
  const shown = await mapInSlices(products, (product) => showIn.get(product.catalogId)?.(product) ?? [], {
    signal,
    turn: () => ctx.turns.next(NO_WORKSPACE),
  });
  return withoutHeldIds(ctx, shown.flat());
}

/** Leaves out products whose id another product of the channel has. Reads nothing if every id is the SKU. */
async function withoutHeldIds(
  { db }: Pick<CatalogContext, "db">,
  products: readonly PublicProduct[],
): Promise<PublicProduct[]> {
  const ids = products.flatMap(({ catalogId, sku, rowId }) => (rowId === null ? [] : { catalogId, sku, rowId }));
  const held = new Set((await readHeldIds(db, ids)).map(({ catalogId, sku }) => `${catalogId}:${sku}`));
  return products.filter(({ id }) => !held.has(id));
}

type ShownChannel = DirectoryChannel & { readonly lookupTables: LookupTables };

/** Where a proven domain is required, a product that links elsewhere is not shown. */
function showerOf({ directoryProof }: Pick<CatalogContext, "directoryProof">, channel: ShownChannel, now: Date) {
  const show = publicProductsOf(channel, now);
  if (directoryProof === "optional") return show;
  return (product: DirectoryProduct): PublicProduct | null => {
    const shown = channel.domains.length === 0 ? null : show(product);
    return shown !== null && linksWithin(channel.domains, shown.fields) ? shown : null;
  };
}
