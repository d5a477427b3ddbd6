import { hasAttributes, readAttributes, shapeAttributes } from "./amazon-attributes.js";
import { ACTIONS, shapeActions } from "./amazon-deleted.js";
import { ID_TYPES, shapeIds } from "./amazon-ids.js";
import { columnsNamed, numbered, type Preset, rulesFor } from "./preset.js";

/**
 * Amazon's inventory files: the templates with attributes, the older ones with `item_sku`, whose header is below two other
 * rows, and the report of all listings with `seller-sku`. A parent is not sold itself.
 */
export const amazon: Preset = {
  name: "amazon",
  matches: (columns) =>
    hasAttributes(columns) || columns.has("item_sku") || (columns.has("seller_sku") && columns.has("listing_id")),
  decides: Object.fromEntries([
    ...ACTIONS.map((name) => [name, "status"] as const),
    ...ID_TYPES.map((name) => [name, "gtin"] as const),
  ]),
  shape(columns) {
    const actions = shapeActions(columns);
    const attributes = shapeAttributes(columns);
    const ids = shapeIds(columns);
    return {
      push: (row) =>
        actions
          .push(row)
          .flatMap((one) => attributes.push(one))
          .flatMap((one) => ids.push(one)),
      end: () => [],
    };
  },
  read(columns) {
    if (hasAttributes(columns)) return readAttributes(columns);
    const type = columns.get("parent_child");
    const reference = columns.get("parent_sku");
    const sku = columns.get("item_sku");
    const hasParents = type !== undefined && reference !== undefined && sku !== undefined;
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: [["item_sku", "seller_sku"]],
          title: ["item_name"],
          description: [["product_description", "item_description"], { as: "plain_text" }],
          brand: ["brand_name"],
          gtin: [["external_product_id", ...(columns.has("product_id_type") ? ["product_id"] : [])]],
          mpn: ["part_number"],
          price: [["standard_price", "price"]],
          price_currency: ["currency"],
          sale_price: ["sale_price", { empty: "clear" }],
          sale_price_starts_at: ["sale_from_date", { empty: "clear" }],
          sale_price_ends_at: ["sale_end_date", { empty: "clear" }],
          stock: ["quantity"],
          status: [[...ACTIONS, "status"], { words: { active: "active", incomplete: "draft" } }],
          condition: [["condition_type", "item_condition"], { words: CONDITIONS }],
          product_category: [["item_type", "item_type_keyword", "feed_product_type"]],
          item_group_id: ["parent_sku"],
          color: ["color_name"],
          size: ["size_name"],
          material: ["material_type"],
          image: [["main_image_url", "image_url"]],
          "weight.value": [["item_weight", "package_weight"]],
          "weight.unit": [["item_weight_unit_of_measure", "package_weight_unit_of_measure"]],
        }),
        ...numbered(columns, { image: (n) => `other_image_url${n}` }, 8),
      },
      fillDown: {
        columns: [],
        ...(hasParents && {
          parents: { type, reference, sku, parentTypes: ["parent"], columns: columnsNamed(columns, INHERITED) },
        }),
      },
    };
  },
};

/** The numbers in the report of all listings: 1 to 4 are used, 5 to 8 collectible. */
const CONDITIONS = {
  "1": "used",
  "2": "used",
  "3": "used",
  "4": "used",
  "5": "used",
  "6": "used",
  "7": "used",
  "8": "used",
  "10": "refurbished",
  "11": "new",
};

const INHERITED = ["brand_name", "product_description", "item_type", "feed_product_type", "main_image_url", "currency"];
