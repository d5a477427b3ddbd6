import type { RowGrouper } from "../group-rows.js";
import { firstOf, type Preset, placeOf, rulesFor } from "./preset.js";
import { inEnglish } from "./prestashop-languages.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/**
 * PrestaShop's product file for import, with one row for each product, the CSV of its list of products, and its file of
 * combinations, with one row for each variant.
 */
export const prestashop: Preset = {
  name: "prestashop",
  matches: (given) => {
    const columns = inEnglish(given);
    return columns.has("reference") && firstOf(columns, ATTRIBUTES, ...PRICES) !== undefined;
  },
  decides: { value_value_position: "options" },
  shape: shapeLists,
  read: (given) => {
    const columns = inEnglish(given);
    return {
      mapping: {
        ...rulesFor(columns, {
          sku: ["reference"],
          title: ["name"],
          description: [["description", "summary"], { as: "plain_text" }],
          published: [["active_0_1", "active", "enabled", "status"]],
          "published#2": ["visibility"],
          product_category: [["categories_x_y_z", "categories", "category"], { as: "first" }],
          price: [PRICES],
          discount_amount: ["discount_amount", { empty: "clear" }],
          discount_percent: ["discount_percent"],
          sale_price_starts_at: ["discount_from_yyyy_mm_dd", { ...NO_DATE, empty: "clear" }],
          sale_price_ends_at: ["discount_to_yyyy_mm_dd", { ...NO_DATE, empty: "clear" }],
          cost: [["cost_price", "wholesale_price"]],
          brand: [["manufacturer", "brand"]],
          gtin: [["ean13", "upc"]],
          mpn: ["mpn"],
          stock: ["quantity"],
          sells_without_stock: [["action_when_out_of_stock", "out_of_stock_action"], { words: { "2": "no" } }],
          purchasable: [["available_for_order_0_no_1_yes", "available_for_order"]],
          condition: ["condition"],
          tags: ["tags_x_y_z"],
          shipping_weight: ["weight"],
          product_width: ["width"],
          product_height: ["height"],
          product_length: ["depth"],
          image: [["image_urls_x_y_z", "image_urls", "image"]],
          attributes: [[CUSTOMIZED, "feature_name_value_position"]],
          options: [ATTRIBUTES],
          ...(columns.has(ATTRIBUTES) && { item_group_id: [["product_reference", "product_id"]] }),
        }),
        // The last day on which the file of a virtual product can be downloaded.
        expiration_date: null,
      },
      fillDown: { columns: [] },
    };
  },
};

/** Prices with tax come first: shoppers pay them. */
const PRICES = [
  "price_tax_included",
  "price_tax_incl",
  "price_tax_incl.",
  "price_tax_excluded",
  "price_tax_excl",
  "price_tax_excl.",
];
/** The names of a combination's options: `Color:color:0, Size:select:1`. Their values are in a column of their own. */
const ATTRIBUTES = "attribute_name_type_position";
const CUSTOMIZED = "feature_name_value_position_customized";
const VALUES = "value_value_position";

/**
 * Joins the names of a combination's options with their values: `Color=Blue|Size=M`. Takes away whether a feature of a
 * product is customized, which is the last part of `Material:Ceramic:1:0`.
 */
function shapeLists(columns: readonly string[]): RowGrouper {
  const names = placeOf(columns, ATTRIBUTES);
  const values = placeOf(columns, VALUES);
  const features = placeOf(columns, CUSTOMIZED);
  return {
    push(row) {
      if (!hasCells(row)) return [row];
      if (features >= 0) {
        const list = cellOf(row.cells, features).replace(/(:[^:,]*:\d*):[01](?=,|$)/g, "$1");
        return [withCells(row, new Map([[features, list]]))];
      }
      if (names < 0 || values < 0) return [row];
      const texts = partsIn(cellOf(row.cells, values));
      const pairs = partsIn(cellOf(row.cells, names)).map((name, i) => `${name}=${texts[i] ?? ""}`);
      return [withCells(row, new Map([[names, pairs.join("|")]]))];
    },
    end: () => [],
  };
}

/** The parts of a list, each without its type and position. */
const partsIn = (text: string): string[] => text.split(",").map((part) => part.split(":")[0]?.trim() ?? "");

const NO_DATE = { words: { "0000-00-00": "" } } as const;
