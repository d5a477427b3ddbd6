import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { type ColumnNames, firstOf, numbered, type Preset, rulesFor } from "./preset.js";

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
          { image: (n) => firstOf(columns, `product_image_${n}`, `product_image_${n}_url`) ?? "" },
          20,
        ),
        ...numbered(
          columns,
          { option_name: (n) => `variant_option_${n}_name`, option_value: (n) => `variant_option_${n}_value` },
          10,
        ),
        ...prices(columns),
      },
      fillDown: { columns: [] },
    };
  },
};

const PRICE = /^(?:variant_)?price_([a-z]{3})$/;

/** The first currency is that of the product; the others are prices by market. Prices of regions are left out. */
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
