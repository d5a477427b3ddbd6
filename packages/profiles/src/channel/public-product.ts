import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { rowIdOf } from "./row-id.js";
import { saleIsAheadIn } from "./sale-period.js";
import { idPlaceOf } from "./tombstones.js";

/** A product as a channel publishes it: its public fields, with the values that the channel's mapping gives them. */
export interface PublicProduct {
  /** `<channel>:<sku>`: a SKU is unique only within its workspace. */
  readonly id: string;
  readonly catalogId: string;
  readonly sku: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** For example `79.90 USD`. */
  readonly price: string;
  readonly salePrice: string | null;
  /** The key of the id in its row; null if that is the SKU. Another product of the channel may have the same id. */
  readonly rowId: string | null;
}

/** A product that a channel selects, with its public fields as JSON. */
export interface PublicSource {
  readonly catalogId: string;
  readonly sku: string;
  readonly doc: string;
}

/** Fields that a channel's rules, translations and overrides may change. All others are shown as stored. */
const MAPPED = [
  "title",
  "description",
  "url",
  "image_url",
  "brand",
  "mpn",
  "gtin",
  "product_category",
  "color",
  "size",
  "material",
  "availability",
];

const SALE_FIELDS = ["sale_price_amount", "sale_price_starts_at", "sale_price_ends_at"];

/**
 * Creates the function that shows products of one channel; null for one that the channel leaves out of its files. `now`
 * determines which sales are active.
 */
export function publicProductsOf(channel: ChannelDefinition, now: Date) {
  const compiled = compileChannel(channel, now);
  const placeOf = (is: (column: Column) => boolean): number => compiled.columns.findIndex(is);
  const places = MAPPED.map((field) => ({ field, place: placeOf(({ from }) => from === field) }));
  const mapped = places.filter(({ place }) => place >= 0);
  const price = placeOf(({ type }) => type === "money");
  const sale = placeOf(({ type }) => type === "sale_money");
  const isAhead = saleIsAheadIn(compiled.columns, now);
  const id = idPlaceOf(compiled.columns);
  return function publicProduct({ catalogId, sku, doc }: PublicSource): PublicProduct | null {
    const stored = JSON.parse(doc) as Readonly<Record<string, unknown>>;
    const row = compiled.map(stored);
    if (!row.isValid) return null;
    const { channel_overrides: _overrides, translations: _translations, prices: _prices, ...own } = stored;
    const fields: Record<string, unknown> = own;
    const shownPrice = textOf(row.cells[price]);
    if (shownPrice !== null && shownPrice !== stored.price) replacePrice(fields, shownPrice);
    for (const { field, place } of mapped) {
      const shown = shownText(row.cells[place], compiled.columns[place]);
      if (shown === null) delete fields[field];
      else if (shown !== undefined) fields[field] = shown;
    }
    return {
      id: `${catalogId}:${sku}`,
      catalogId,
      sku,
      fields,
      price: shownPrice ?? String(stored.price),
      salePrice: isAhead(row.cells) ? null : textOf(row.cells[sale]),
      rowId: rowIdOf("", row.cells[id], sku)?.key ?? null,
    };
  };
}

/** Sets a price such as `8.50 EUR`. The sale of the default price does not apply to it. */
function replacePrice(fields: Record<string, unknown>, price: string): void {
  const [amount, price_currency] = price.split(" ");
  Object.assign(fields, { price, price_amount: Number(amount), price_currency });
  for (const name of SALE_FIELDS) delete fields[name];
}

/** The text of a cell, for an enum our own value; null for an empty cell, undefined for one that is not text. */
function shownText(cell: Cell, column: Column | undefined): string | null | undefined {
  if (cell === undefined || cell === "") return null;
  if (typeof cell !== "string") return undefined;
  const words = column?.type === "enum" ? Object.entries(column.words ?? {}) : [];
  return words.find(([, theirs]) => theirs === cell)?.[0] ?? cell;
}

const textOf = (cell: Cell): string | null => (typeof cell === "string" && cell !== "" ? cell : null);
