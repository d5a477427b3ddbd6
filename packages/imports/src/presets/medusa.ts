import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { type ColumnNames, firstOf, numbered, type Preset, rulesFor } from "./preset.js";

/** The prices in files of Medusa 1, in a currency or of a region: `Price USD`, `Price Europe [EUR]`. */
export const PRICE_OF_MEDUSA_1 = /^price (?:[a-z]{3}|.+ \[[a-z]{3}\])$/i;

/** Medusa's product CSV: a row for each variant, with the product's values in every row and a price for each currency. */
export const medusa: Preset = {
  name: "medusa",
  matches: (columns) => columns.has("product_handle") && columns.has("variant_sku"),
  read(columns) {
    const quantity = columns.has("variant_inventory_quantity");
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["variant_sku"],
          title: ["product_title"],
          item_group_title: ["product_title"],
          item_group_id: ["product_handle"],
          description: ["product_description", { as: "plain_text" }],
          status: ["product_status", { words: { proposed: "draft", rejected: "draft" } }],
          material: [["variant_material", "product_material"]],
          gtin: [["variant_barcode", "variant_ean", "variant_upc"]],
          shipping_weight: [["variant_weight", "product_weight"]],
          product_category: [["product_type", "product_collection_title"]],
          tags: ["product_tags"],
          image: ["product_thumbnail"],
          stock_tracked: ["variant_manage_inventory"],
          ...(quantity && {
            stock: ["variant_inventory_quantity"] as const,
            sells_without_stock: ["variant_allow_backorder"] as const,
          }),
        }),
        ...numbered(
          columns,
          { image: (n) => firstOf(columns, `product_image_${n}`, `product_image_${n}_url`, `image_${n}_url`) ?? "" },
          20,
        ),
        ...numbered(
          columns,
          {
            option_name: (n) => firstOf(columns, `variant_option_${n}_name`, `option_${n}_name`) ?? "",
            option_value: (n) => firstOf(columns, `variant_option_${n}_value`, `option_${n}_value`) ?? "",
          },
          10,
        ),
        ...(isOfVersion1(columns) && { price: null, price_amount: null, price_currency: null }),
        ...prices(columns),
      },
      fillDown: { columns: [] },
    };
  },
};

const isOfVersion1 = (columns: ColumnNames): boolean =>
  [...columns.values()].some((column) => PRICE_OF_MEDUSA_1.test(column.trim()));

const PRICE = /^variant_price_([a-z]{3})$/;

/**
 * The first currency is that of the product; the others are prices by market. Prices of regions are left out. Version 1 has
 * amounts in cents in its exports and in the currency itself in the files that it imports: the price is asked for.
 */
function prices(columns: ColumnNames): ImportMapping {
  const found = [...columns].flatMap(([name, column]) => {
    const currency = PRICE.exec(name)?.[1]?.toUpperCase();
    return currency === undefined ? [] : [{ currency, column }];
  });
  const [first, ...others] = found.toReversed();
  if (first === undefined) return {};
  return {
    price_amount: first.column,
    price_currency: { value: first.currency },
    ...Object.fromEntries(others.map(({ currency, column }) => [`prices.${currency}.amount`, column])),
  };
}
