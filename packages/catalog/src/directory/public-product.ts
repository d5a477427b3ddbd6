import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { DirectoryChannel, DirectoryProduct } from "@skucast/db/directory/read-directory";
import type { Cell } from "@skucast/profiles/channel/cell";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";

/** A product as a channel publishes it: its public fields, with the channel's own words for what it says of them. */
export interface PublicProduct {
  /** `<channel>:<sku>`: a SKU is unique in its workspace alone. */
  readonly id: string;
  readonly catalogId: string;
  readonly sku: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Such as `79.90 USD`. */
  readonly price: string;
  readonly salePrice: string | null;
}

/** Fields that rules, translations and overrides of a channel may change; the others are shown as they are stored. */
const MAPPED = ["title", "description", "url", "image_url", "brand", "product_category", "color", "size", "material"];

/**
 * Shows products of one channel; one that the channel would leave out of its files is left out here, too. `now` decides
 * which sales are on.
 */
export function publicProductsOf(channel: DirectoryChannel, now: Date) {
  const compiled = compileChannel(channel, now);
  const placeOf = (is: (column: Column) => boolean): number => compiled.columns.findIndex(is);
  const places = MAPPED.map((field) => ({ field, place: placeOf(({ from }) => from === field) }));
  const price = placeOf(({ type }) => type === "money");
  const sale = placeOf(({ type }) => type === "sale_money");
  return function publicProduct({ catalogId, sku, doc }: DirectoryProduct): PublicProduct | null {
    const stored = JSON.parse(doc) as Readonly<Record<string, unknown>>;
    const row = compiled.map(stored);
    if (!row.isValid) return null;
    const { channel_overrides: _overrides, translations: _translations, ...shown } = stored;
    const mapped = places
      .filter(({ place }) => place >= 0)
      .map(({ field, place }) => [field, row.cells[place]] as const)
      .filter(([, cell]) => typeof cell === "string");
    return {
      ...{ id: `${catalogId}:${sku}`, catalogId, sku, fields: { ...shown, ...Object.fromEntries(mapped) } },
      price: textOf(row.cells[price]) ?? String(stored.price),
      salePrice: textOf(row.cells[sale]),
    };
  };
}

const textOf = (cell: Cell): string | null => (typeof cell === "string" && cell !== "" ? cell : null);
