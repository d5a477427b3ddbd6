import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { type ColumnNames, columnsNamed, firstOf, type Preset, rulesFor } from "./preset.js";

/**
 * WooCommerce's product CSV: variations refer to their parent by `id:44` or its SKU, and take empty values from it. A start
 * date means the first second of the day, an end date the last.
 */
export const woocommerce: Preset = {
  name: "woocommerce",
  matches: (columns) =>
    columns.has("regular_price") && (columns.has("in_stock") || columns.has("published")) && columns.has("type"),
  read(columns) {
    const parent = columns.get("parent");
    const type = columns.get("type");
    const sku = columns.get("sku");
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["sku"],
          title: ["name"],
          description: [firstOf(columns, "description", "short_description"), { as: "plain_text" }],
          row_type: ["type", { words: ROW_TYPES }],
          published: ["published", { words: { "-1": "no" } }],
          gtin: ["gtin_upc_ean_or_isbn"],
          availability: ["in_stock"],
          inventory_quantity: ["stock"],
          sells_without_stock: ["backorders_allowed", { words: { notify: "yes" } }],
          price: ["regular_price"],
          sale_price: ["sale_price", { empty: "clear" }],
          sale_price_starts_at: ["date_sale_price_starts", { empty: "clear" }],
          sale_price_ends_at: ["date_sale_price_ends", { empty: "clear" }],
          product_category: ["categories", { as: "first" }],
          tags: ["tags"],
          brand: ["brands", { as: "first" }],
          tax_class: ["tax_class"],
          image: ["images"],
          item_group_id: ["parent"],
        }),
        ...measures(columns),
        ...attributes(columns),
      },
      fillDown: {
        columns: [],
        ...(type !== undefined &&
          parent !== undefined &&
          sku !== undefined && {
            parents: {
              type,
              reference: parent,
              sku,
              id: columns.get("id"),
              parentTypes: ["variable", "grouped"],
              columns: columnsNamed(columns, INHERITED),
              sameWord: "parent",
            },
          }),
      },
    };
  },
};

/** Row types whose attributes are variant options; all other types are products. */
const ROW_TYPES = {
  variation: "variant",
  "variation, virtual": "variant",
  "variation, downloadable": "variant",
  "*": "product",
};

/** Columns that a variation takes from its parent if they are empty. */
const INHERITED = ["description", "short_description", "categories", "tags", "brands", "images", "tax_class"];

const MEASURES = [
  ["shipping_weight", "weight", ["kg", "g", "lbs", "oz"]],
  ["product_length", "length", ["cm", "m", "mm", "in", "yd"]],
  ["product_width", "width", ["cm", "m", "mm", "in", "yd"]],
  ["product_height", "height", ["cm", "m", "mm", "in", "yd"]],
] as const;

/** The header contains the shop's unit: `Weight (kg)`. */
function measures(columns: ColumnNames): ImportMapping {
  const rules = MEASURES.flatMap(([target, name, units]) =>
    units.map((unit) => rulesFor(columns, { [target]: [`${name}_${unit}`, { unit: unit === "lbs" ? "lb" : unit }] })),
  );
  return Object.assign({}, ...rules);
}

const ATTRIBUTES_MAX = 30;

function attributes(columns: ColumnNames): ImportMapping {
  const rules = Array.from({ length: ATTRIBUTES_MAX }, (_, i) =>
    rulesFor(columns, {
      [`attribute_name#${i + 1}`]: [`attribute_${i + 1}_name`],
      [`attribute_value#${i + 1}`]: [`attribute_${i + 1}_value_s`],
    }),
  );
  return Object.assign({}, ...rules);
}
