import type { RowGrouper } from "../group-rows.js";
import { columnsNamed, numbered, type Preset, placeOf, rulesFor } from "./preset.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** Squarespace's product CSV: a product's other variants are below its first one, with the product's columns left empty. */
export const squarespace: Preset = {
  name: "squarespace",
  matches: (columns) =>
    columns.has("product_type_non_editable") || (columns.has("hosted_image_urls") && columns.has("on_sale")),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: ["sku"],
        title: ["title"],
        item_group_title: ["title"],
        item_group_id: ["product_url"],
        description: ["description", { as: "plain_text" }],
        price: ["price"],
        sale_price: ["sale_price", { empty: "clear" }],
        stock: ["stock", { words: { unlimited: "0" } }],
        stock_tracked: ["stock", { default: "yes", words: { unlimited: "no", "*": "yes" } }],
        published: ["visible"],
        product_category: ["categories", { as: "first" }],
        tags: ["tags"],
        gtin: ["gtin"],
        mpn: ["mpn"],
        image: ["hosted_image_urls"],
        shipping_weight: ["weight"],
        product_length: ["length"],
        product_width: ["width"],
        product_height: ["height"],
      }),
      ...numbered(columns, { option_name: (n) => `option_name_${n}`, option_value: (n) => `option_value_${n}` }, 6),
    },
    fillDown: { columns: columnsNamed(columns, PRODUCT_COLUMNS), within: columns.get("product_url") },
  }),
  decides: { on_sale: "sale_price" },
  shape: createShape,
};

const PRODUCT_COLUMNS = [
  "product_url",
  "title",
  "description",
  "categories",
  "tags",
  "visible",
  "hosted_image_urls",
  ...Array.from({ length: 6 }, (_, i) => `option_name_${i + 1}`),
];

/** A sale price counts only while the variant is on sale. */
function createShape(columns: readonly string[]): RowGrouper {
  const onSale = placeOf(columns, "on_sale");
  const price = placeOf(columns, "sale_price");
  return {
    push: (row) =>
      onSale < 0 || !hasCells(row) || /^(yes|true|1)$/i.test(cellOf(row.cells, onSale))
        ? [row]
        : [withCells(row, new Map([[price, ""]]))],
    end: () => [],
  };
}
