import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { isNow } from "./periods.js";
import { amountIn, type ColumnNames, type PresetMapping, placeOf, rulesFor } from "./preset.js";
import { type CellRow, type Cells, cellOf, filledFrom, hasCells, skipped, withCells } from "./shaped-rows.js";

/**
 * The CSV of commercetools' Merchant Center, whose columns are the paths of the API
 * (https://docs.commercetools.com/merchant-center/import-products). A row without a SKU has another price or image of the
 * variant above it, a row without a key another variant of the product above it.
 */
export const isDotted = (columns: ColumnNames): boolean =>
  columns.has("variants.sku") && (columns.has("producttype.key") || columns.has("variants.key") || columns.has(AMOUNT));

const AMOUNT = "variants.prices.value.centamount";
const ATTRIBUTES = ["brand", "color", "size", "gtin", "material", "gender"];

/** The rules for everything but the texts. Categories are keys, not names. */
export const dottedRules = (columns: ColumnNames): PresetMapping["mapping"] => ({
  ...rulesFor(columns, {
    sku: ["variants.sku"],
    item_group_id: [["key", "id"]],
    published: ["published"],
    price: [AMOUNT, { decimal: "point" }],
    stock: ["variants.availability.availablequantity"],
    image: ["variants.images.url"],
    tax_class: ["taxcategory.key"],
    ...Object.fromEntries(
      ATTRIBUTES.map((name) => [
        name,
        [["", ".label", ".en", ".label.en", ".key"].map((end) => `variants.attributes.${name}${end}`)] as const,
      ]),
    ),
  }),
  product_category: null,
});

/** The columns that decide which of a variant's prices counts, with the field that they decide. */
export const DOTTED_DECIDES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "value.currencycode",
    "value.fractiondigits",
    "country",
    "customergroup.key",
    "channel.key",
    "validfrom",
    "validuntil",
  ].map((name) => [`variants.prices.${name}`, "price"]),
);

interface Price {
  readonly text: string;
  readonly currency: string;
  readonly isDated: boolean;
}

interface Variant {
  readonly row: CellRow;
  readonly prices: readonly Price[];
  readonly images: readonly string[];
  /** The rows with its other prices and images. */
  readonly others: readonly CellRow[];
}

/** A variant with more rows keeps the prices and images of these. */
const ROWS_MAX = 1_000;

/** Joins the rows of each variant, and gives each what belongs to its product. */
export function shapeDotted(columns: readonly string[]): RowGrouper {
  const place = (...names: readonly string[]): number => placeOf(columns, ...names);
  const key = place("key", "id");
  const sku = place("variants.sku");
  const amount = place(AMOUNT);
  const image = place("variants.images.url");
  const inherited = columns.flatMap((name, at) => (/^variants\./i.test(name.trim()) ? [] : [at]));
  const priceOf = priceReader(columns);
  let product: Cells | undefined;
  let variant: Variant | undefined;

  function end(): readonly RawRow[] {
    if (variant === undefined) return [];
    const { row, prices, images, others } = variant;
    variant = undefined;
    const changes = new Map<number, string>();
    if (amount >= 0) changes.set(amount, bestOf(prices));
    if (image >= 0) changes.set(image, images.join("\n"));
    return [withCells(row, changes), ...others.map(moreOf)];
  }

  /** A row that is no product, with its price as one, so that it is not asked for its currency. */
  const moreOf = (row: CellRow): RawRow =>
    skipped(amount < 0 ? row : withCells(row, new Map([[amount, bestOf(priceOf(row.cells))]])));

  function begin(row: CellRow, isSameProduct: boolean): readonly RawRow[] {
    // A row of a product alone has its texts, and the rows below it are its variants.
    const isProductOnly = variant !== undefined && cellOf(variant.row.cells, sku) === "" && isSameProduct;
    const former = isProductOnly && variant ? [variant.row, ...variant.others].map(moreOf) : end();
    if (!isSameProduct) product = row.cells;
    const whole = isSameProduct && product !== undefined ? filledFrom(row, product, inherited) : row;
    variant = { row: whole, prices: priceOf(row.cells), images: imagesOf(row), others: [] };
    return former;
  }

  const imagesOf = ({ cells }: CellRow): readonly string[] => {
    const url = cellOf(cells, image);
    return url === "" ? [] : [url.replace(/^\/\//, "https://")];
  };

  return {
    push(row) {
      if (!hasCells(row)) return [...end(), row];
      const own = cellOf(row.cells, key);
      const isSameProduct = product !== undefined && (own === "" || own === cellOf(product, key));
      const code = cellOf(row.cells, sku);
      const isMore = isSameProduct && variant !== undefined && (code === "" || code === cellOf(variant.row.cells, sku));
      if (!isMore || variant === undefined) return begin(row, isSameProduct);
      if (variant.others.length >= ROWS_MAX) return [moreOf(row)];
      const { prices, images, others } = variant;
      variant = {
        row: variant.row,
        prices: [...prices, ...priceOf(row.cells)],
        images: [...images, ...imagesOf(row)],
        others: [...others, row],
      };
      return [];
    },
    end,
  };
}

/** Reads the price in a row if it is for everyone and valid now. */
function priceReader(columns: readonly string[]): (cells: Cells) => readonly Price[] {
  const place = (name: string): number => placeOf(columns, `variants.prices.${name}`);
  const [cents, code, digits] = ["value.centamount", "value.currencycode", "value.fractiondigits"].map(place);
  const scopes = ["country", "customergroup.key", "customergroup.id", "channel.key", "channel.id"].map(place);
  const [from, until] = ["validfrom", "validuntil"].map(place);
  const textAt = (cells: Cells, at: number | undefined): string => (at === undefined ? "" : cellOf(cells, at));
  return (cells) => {
    const given = textAt(cells, cents);
    if (given === "" || scopes.some((scope) => textAt(cells, scope) !== "")) return [];
    const period = [textAt(cells, from), textAt(cells, until)] as const;
    if (!isNow(period[0] || undefined, period[1] || undefined)) return [];
    const currency = textAt(cells, code).toUpperCase();
    const decimals = /^\d$/.test(textAt(cells, digits))
      ? Number(textAt(cells, digits))
      : CURRENCY_DECIMALS.get(currency);
    const value = /^\d+$/.test(given) ? amountIn(Number(given), decimals ?? 2) : undefined;
    // What is no amount in cents is reported as it is.
    const text = value === undefined ? `${given} ct` : `${value} ${currency}`.trim();
    return [{ text, currency, isDated: period.some((one) => one !== "") }];
  };
}

/** The first price; one in its currency for a period comes before it. */
const bestOf = (prices: readonly Price[]): string =>
  (prices.find(({ isDated, currency }) => isDated && currency === prices[0]?.currency) ?? prices[0])?.text ?? "";
