import type { RowGrouper } from "../group-rows.js";
import { plainNumber } from "../values/decimal.js";
import { type ColumnNames, firstOf, type PresetMapping, placeOf, rulesFor } from "./preset.js";
import { cellOf, hasCells, skipped, withCells } from "./shaped-rows.js";

/** Whether a file is the CSV of articles or of stock of Shopware 5 (SwagImportExport, `default_articles`). */
export const isShopware5 = (columns: ColumnNames): boolean =>
  columns.has("ordernumber") && firstOf(columns, "mainnumber", "instock") !== undefined;

/**
 * Prices of the customer group EK, which is the shop's own: shoppers. A product is sold without stock unless its sale ends
 * with its stock. `active` may be that of the article.
 */
export const shopware5Rules = (columns: ColumnNames): PresetMapping["mapping"] =>
  rulesFor(columns, {
    sku: ["ordernumber"],
    title: ["name"],
    item_group_title: ["name"],
    item_group_id: ["mainnumber"],
    description: [["description_long", "description"], { as: "plain_text" }],
    published: ["active"],
    price: [["price_ek", "price"]],
    compare_at_price: ["pseudoprice_ek", { empty: "clear" }],
    cost: [["purchaseprice", "baseprice_ek"]],
    brand: ["supplier"],
    gtin: ["ean"],
    mpn: ["suppliernumber"],
    stock: ["instock"],
    sells_without_stock: ["laststock", { words: { "1": "no", "0": "yes" } }],
    product_category: ["categories"],
    options: ["configuratoroptions"],
    image: ["imageurl"],
    tax_class: ["tax"],
    shipping_weight: ["weight", { unit: "kg" }],
    product_width: ["width"],
    product_height: ["height"],
    product_length: ["length"],
  });

/** The columns that `shapeShopware5` reads, with the fields that they decide. */
export const SHOPWARE_5_DECIDES = { from_ek: "row_type" } as const;

/** Leaves out prices from a quantity on, groups only variants, and takes the path of the first category with a name. */
export function shapeShopware5(columns: readonly string[]): RowGrouper {
  const [from, group, options, categories] = ["from_ek", "mainnumber", "configuratoroptions", "categories"].map(
    (name) => placeOf(columns, name),
  ) as [number, number, number, number];
  return {
    push(row) {
      if (!hasCells(row)) return [row];
      if ((plainNumber(cellOf(row.cells, from)) ?? 0) > 1) return [skipped(row)];
      const changes = new Map([[categories, categoryIn(cellOf(row.cells, categories))]]);
      if (options >= 0 && cellOf(row.cells, options) === "") changes.set(group, "");
      return [withCells(row, changes)];
    },
    end: () => [],
  };
}

/** `3|Deutsch->Essen->Tassen`: ids and paths of categories. */
function categoryIn(text: string): string {
  const named = text.split("|").find((part) => /\p{L}/u.test(part)) ?? "";
  return named
    .split(/->|>/)
    .map((part) => part.trim())
    .join(" > ");
}
