import { GOOGLE_GROUPS } from "./google-groups.js";
import { type Preset, rulesFor, saleRules } from "./preset.js";

/**
 * Google's product data, as RSS, Atom or a table. Most attributes are guessed by their names. Those without a product field
 * become custom attributes of the same name, which the profile `google_merchant` writes again.
 */
export const google: Preset = {
  name: "google",
  matches: (columns) => ["id", "title", "link", "image_link"].every((name) => columns.has(name)),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, Object.fromEntries(CUSTOM.map((name) => [`custom_attributes.${name}`, [name]]))),
      ...saleRules(columns),
      // Atom has its own names for the description.
      ...rulesFor(columns, { description: [["description", "summary", "content"]] }),
      ...rulesFor(columns, { sku: ["id"], options: ["variant_option"], package_weight: ["shipping_weight"] }),
    },
    fillDown: { columns: [] },
  }),
};

/** Attributes with parts that are product fields. */
const FIELDS: ReadonlySet<string> = new Set([
  "variant_option",
  "certification",
  "product_detail",
  "minimum_order_value",
  "subscription_cost",
  "installment",
]);

const CUSTOM = [
  "short_title",
  "shipping_label",
  "shipping_length",
  "shipping_width",
  "shipping_height",
  "cost_of_goods_sold",
  "ads_redirect",
  "document_link",
  "auto_pricing_min_price",
  "maximum_retail_price",
  "related_product",
  "popularity_rank",
  "included_destination",
  "excluded_destination",
  "shopping_ads_excluded_country",
  "pause",
  "external_seller_id",
  "transit_time_label",
  "return_policy_label",
  "tax_category",
  ...[...GOOGLE_GROUPS.keys()].filter((name) => !FIELDS.has(name)),
];
