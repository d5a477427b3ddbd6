import { shapeDates } from "./periods.js";
import { columnsNamed, numbered, type Preset, placeOf, rulesFor } from "./preset.js";

/** Spree's product CSV: a product's other variants are below its first one, with the product's columns left empty. */
export const spree: Preset = {
  name: "spree",
  matches: (columns) =>
    columns.has("inventory_backorderable") || (columns.has("inventory_count") && columns.has("image1_src")),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: ["sku"],
        title: ["name"],
        item_group_title: ["name"],
        item_group_id: ["slug"],
        description: ["description", { as: "plain_text" }],
        status: ["status"],
        brand: [["brand_name", "vendor_name", "seller_name"]],
        published: ["available_on"],
        "published#2": ["discontinue_on"],
        purchasable: ["available_on"],
        "purchasable#2": ["discontinue_on"],
        tags: ["tags"],
        price: ["price"],
        compare_at_price: ["compare_at_price", { empty: "clear" }],
        price_currency: ["currency"],
        product_category: ["category1"],
        tax_class: ["tax_category"],
        is_digital: ["digital"],
        stock: ["inventory_count"],
        stock_tracked: ["track_inventory"],
        sells_without_stock: ["inventory_backorderable"],
        "weight.value": ["weight"],
        "weight.unit": ["weight_unit"],
        "dimensions.length": ["depth"],
        "dimensions.width": ["width"],
        "dimensions.height": ["height"],
        "dimensions.unit": ["dimensions_unit"],
      }),
      ...numbered(columns, { image: (n) => `image${n}_src` }, 3),
      ...numbered(columns, { option_name: (n) => `option${n}_name`, option_value: (n) => `option${n}_value` }, 3),
    },
    fillDown: { columns: columnsNamed(columns, PRODUCT_COLUMNS), within: columns.get("slug") },
  }),
  // A product is shown and sold from one date until another.
  shape: (columns) =>
    shapeDates([
      { place: placeOf(columns, "available_on"), says: "yes" },
      { place: placeOf(columns, "discontinue_on"), says: "no" },
    ]),
};

const PRODUCT_COLUMNS = [
  "name",
  "status",
  "description",
  "brand_name",
  "vendor_name",
  "seller_name",
  "available_on",
  "discontinue_on",
  "tags",
  "category1",
  "tax_category",
];
