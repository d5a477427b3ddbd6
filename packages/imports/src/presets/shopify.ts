import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { RowGrouper } from "../group-rows.js";
import { type ColumnNames, columnsNamed, firstOf, type Preset, placeOf, rulesFor } from "./preset.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/**
 * Shopify's product CSV: a product's variants and images are rows with the same handle. There are two generations of column
 * names: `Handle`, `Variant SKU`, `Image Src`, and now `URL handle`, `SKU`, `Product image URL`.
 */
export const shopify: Preset = {
  name: "shopify",
  matches: (columns) =>
    (columns.has("handle") && (columns.has("variant_sku") || columns.has("body_html"))) ||
    (columns.has("url_handle") && (columns.has("sku") || columns.has("option1_name"))) ||
    isInventory(columns),
  shape: shapeInventory,
  read(columns) {
    if (isInventory(columns))
      return {
        mapping: rulesFor(columns, { sku: ["sku"], stock: [firstOf(columns, ...COUNTS)] }),
        fillDown: { columns: [] },
      };
    const name = (older: string, current: string) => firstOf(columns, current, older) ?? current;
    const handle = columns.get(name("handle", "url_handle"));
    const image = columns.get(name("image_src", "product_image_url"));
    const order = columns.get("image_position");
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: [name("variant_sku", "sku")],
          item_group_id: [name("handle", "url_handle")],
          item_group_title: ["title"],
          title: ["title"],
          description: [name("body_html", "description"), { as: "plain_text" }],
          brand: ["vendor"],
          product_category: [["product_category", "type"]],
          google_product_category: ["google_shopping_google_product_category"],
          tags: ["tags"],
          status: ["status"],
          published: [name("published", "published_on_online_store")],
          price: [name("variant_price", "price")],
          compare_at_price: [name("variant_compare_at_price", "compare_at_price"), { empty: "clear" }],
          cost: ["cost_per_item"],
          gtin: [name("variant_barcode", "barcode")],
          mpn: [["google_shopping_manufacturer_part_number_mpn", "google_shopping_mpn"]],
          condition: ["google_shopping_condition"],
          gender: ["google_shopping_gender"],
          age_group: ["google_shopping_age_group"],
          stock: [name("variant_inventory_qty", "inventory_quantity")],
          stock_tracked: [
            name("variant_inventory_tracker", "inventory_tracker"),
            { default: "no", words: { "*": "yes", not_tracked: "no" } },
          ],
          sells_without_stock: [
            name("variant_inventory_policy", "continue_selling_when_out_of_stock"),
            { words: { continue: "yes", deny: "no", true: "yes", false: "no" } },
          ],
          shipping_weight: [name("variant_grams", "weight_value_grams"), { unit: "g" }],
          "unit_pricing_measure.value": ["unit_price_total_measure"],
          "unit_pricing_measure.unit": ["unit_price_total_measure_unit", UNITS],
          "unit_pricing_base_measure.value": ["unit_price_base_measure"],
          "unit_pricing_base_measure.unit": ["unit_price_base_measure_unit", UNITS],
          image: [name("image_src", "product_image_url")],
          variant_image: [name("variant_image", "variant_image_url")],
        }),
        ...options(columns),
        ...labels(columns),
        ...metafields(columns),
      },
      fillDown: {
        columns: [...columnsNamed(columns, PRODUCT_COLUMNS), ...Object.values(metafields(columns))],
        within: handle,
        ...(image !== undefined && { images: { column: image, order } }),
      },
    };
  },
};

/** Units of measured products that have other names in Google's feeds. */
const UNITS = { words: { m2: "sqm", ft2: "sqft", m3: "cbm", items: "item" } } as const;

/** The counts of a variant at a location: what can be sold, otherwise what is there. */
const COUNTS = ["available_not_editable", "available", "on_hand_current", "on_hand"];

/** The export of the inventory, with a row for each variant and location. */
const isInventory = (columns: ColumnNames): boolean =>
  ["handle", "sku", "location"].every((name) => columns.has(name)) && firstOf(columns, ...COUNTS) !== undefined;

/** Shopify writes `not stocked` for a variant that a location does not have. */
function shapeInventory(columns: readonly string[]): RowGrouper {
  const count = placeOf(columns, "location") < 0 ? -1 : placeOf(columns, ...COUNTS);
  return {
    push: (row) =>
      count >= 0 && hasCells(row) && /^not stocked$/i.test(cellOf(row.cells, count))
        ? [withCells(row, new Map([[count, "0"]]))]
        : [row],
    end: () => [],
  };
}

/** Columns that Shopify writes only on a product's first row. */
const PRODUCT_COLUMNS = [
  "title",
  "body_html",
  "description",
  "vendor",
  "product_category",
  "type",
  "tags",
  "status",
  "published",
  "published_on_online_store",
  "option1_name",
  "option2_name",
  "option3_name",
  "google_shopping_google_product_category",
  "google_shopping_gender",
  "google_shopping_age_group",
  "google_shopping_condition",
  ...[0, 1, 2, 3, 4].map((n) => `google_shopping_custom_label_${n}`),
];

function options(columns: ColumnNames): ImportMapping {
  return Object.assign(
    {},
    ...[1, 2, 3].map((n) =>
      rulesFor(columns, { [`option_name#${n}`]: [`option${n}_name`], [`option_value#${n}`]: [`option${n}_value`] }),
    ),
  );
}

const METAFIELD = /^(.+?)\s*\(product\.metafields\.[^)]+\)$/;

/** Metafields of products are custom attributes: `Care guide (product.metafields.custom.care_guide)`. */
function metafields(columns: ColumnNames): Record<string, string> {
  const rules: Record<string, string> = {};
  for (const column of [...columns.values()].reverse()) {
    const name = METAFIELD.exec(column.trim())?.[1]?.replaceAll(".", "-").slice(0, ATTRIBUTE_NAME_LENGTH_MAX);
    if (name !== undefined) rules[`custom_attributes.${name}`] ??= column;
  }
  return rules;
}

const ATTRIBUTE_NAME_LENGTH_MAX = 100;

function labels(columns: ColumnNames): ImportMapping {
  return Object.assign(
    {},
    ...[0, 1, 2, 3, 4].map((n) => rulesFor(columns, { [`custom_label#${n}`]: [`google_shopping_custom_label_${n}`] })),
  );
}
