import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { RowGrouper } from "../group-rows.js";
import type { RawRow } from "../row.js";
import { type Price, textsOf } from "./commercetools-prices.js";
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
const CURRENCY = "variants.prices.value.currencycode";
const DISCOUNTED = "variants.prices.discounted.value.centamount";
/** Fields by the names of their attributes. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  brand: ["brand", "manufacturer"],
  color: ["color"],
  size: ["size"],
  gtin: ["gtin", "ean", "upc"],
  mpn: ["mpn"],
  material: ["material"],
  gender: ["gender"],
};

/** The rules for everything but the texts. Categories are keys, not names. */
export const dottedRules = (columns: ColumnNames): PresetMapping["mapping"] => ({
  ...rulesFor(columns, {
    sku: ["variants.sku"],
    item_group_id: [["key", "id"]],
    published: ["published"],
    ...(columns.has(AMOUNT) && {
      price: [AMOUNT, { decimal: "point" }] as const,
      sale_price: [DISCOUNTED, { decimal: "point", empty: "clear" }] as const,
      // The cell of the currency, which the price has too, holds the other prices.
      prices: [CURRENCY] as const,
    }),
    stock: ["variants.availability.availablequantity"],
    image: ["variants.images.url"],
    tax_class: ["taxcategory.key"],
    ...Object.fromEntries(
      Object.entries(ATTRIBUTES).map(([field, names]) => [
        field,
        [
          names.flatMap((name) =>
            ["", ".label", ".en", ".label.en", ".key"].map((end) => `variants.attributes.${name}${end}`),
          ),
        ] as const,
      ]),
    ),
  }),
  product_category: null,
});

/** The columns that decide which of a variant's prices counts, with the field that they decide. */
export const DOTTED_DECIDES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "value.fractiondigits",
    "value.type",
    "discounted.value.currencycode",
    "discounted.value.fractiondigits",
    "discounted.value.type",
    "country",
    "customergroup.key",
    "channel.key",
    "validfrom",
    "validuntil",
  ].map((name) => [`variants.prices.${name}`, "price"]),
);

/** A price, or the text of one that cannot be read. */
type ReadPrice = Price | string;

interface Variant {
  readonly row: CellRow;
  readonly prices: readonly ReadPrice[];
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
  const [currency, discounted] = [CURRENCY, DISCOUNTED].map((name) => place(name)) as [number, number];
  const image = place("variants.images.url");
  const inherited = columns.flatMap((name, at) => (/^variants\./i.test(name.trim()) ? [] : [at]));
  const priceOf = priceReader(columns);
  let product: Cells | undefined;
  let variant: Variant | undefined;

  function end(): readonly RawRow[] {
    if (variant === undefined) return [];
    const { row, prices, images, others } = variant;
    variant = undefined;
    const changes = pricesIn(prices);
    if (image >= 0) changes.set(image, images.join("\n"));
    return [withCells(row, changes), ...others.map(moreOf)];
  }

  /** A row that is no product, with its price as one, so that it is not asked for its currency. */
  const moreOf = (row: CellRow): RawRow => skipped(withCells(row, pricesIn(priceOf(row.cells))));

  function pricesIn(prices: readonly ReadPrice[]): Map<number, string> {
    if (amount < 0) return new Map();
    const unreadable = prices.find((price) => typeof price === "string");
    const { price, sale, markets } = textsOf(prices.filter((one) => typeof one !== "string"));
    return new Map([
      [amount, unreadable ?? price],
      [discounted, sale],
      [currency, markets],
    ]);
  }

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
function priceReader(columns: readonly string[]): (cells: Cells) => readonly ReadPrice[] {
  const place = (name: string): number => placeOf(columns, `variants.prices.${name}`);
  const [cents, code, digits, sale] = [AMOUNT, CURRENCY, "variants.prices.value.fractiondigits", DISCOUNTED].map(
    (name) => placeOf(columns, name),
  );
  const groups = ["customergroup.key", "customergroup.id", "channel.key", "channel.id"].map(place);
  const [from, until, land] = ["validfrom", "validuntil", "country"].map(place);
  const textAt = (cells: Cells, at: number | undefined): string => (at === undefined ? "" : cellOf(cells, at));
  return (cells) => {
    const given = textAt(cells, cents);
    if (given === "" || groups.some((group) => textAt(cells, group) !== "")) return [];
    const period = [textAt(cells, from), textAt(cells, until)] as const;
    if (!isNow(period[0] || undefined, period[1] || undefined)) return [];
    const currency = textAt(cells, code).toUpperCase();
    const decimals = /^\d$/.test(textAt(cells, digits))
      ? Number(textAt(cells, digits))
      : (CURRENCY_DECIMALS.get(currency) ?? 2);
    const amountOf = (text: string): number | undefined =>
      /^\d+$/.test(text) ? amountIn(Number(text), decimals) : undefined;
    const amount = amountOf(given);
    // What is no amount in cents is reported as it is.
    if (amount === undefined) return [`${given} ct`];
    const country = textAt(cells, land).toUpperCase() || undefined;
    const isDated = period.some((one) => one !== "");
    return [{ currency, amount, sale: amountOf(textAt(cells, sale)), country, isDated }];
  };
}
