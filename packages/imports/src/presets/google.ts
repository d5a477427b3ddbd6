import { GOOGLE_GROUPS } from "./google-groups.js";
import { type Preset, rulesFor } from "./preset.js";

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
      ...rulesFor(columns, { options: ["variant_option"] }),
    },
    fillDown: { columns: [] },
  }),
};

const CUSTOM = [
  "identifier_exists",
  "shipping_label",
  "shipping_length",
  "shipping_width",
  "shipping_height",
  "shipping_weight",
  "promotion_id",
  "cost_of_goods_sold",
  "mobile_link",
  "ads_redirect",
  "lifestyle_image_link",
  "document_link",
  "unit_pricing_measure",
  "unit_pricing_base_measure",
  "auto_pricing_min_price",
  "maximum_retail_price",
  "energy_efficiency_class",
  "min_energy_efficiency_class",
  "max_energy_efficiency_class",
  "product_highlight",
  "related_product",
  "popularity_rank",
  "included_destination",
  "excluded_destination",
  "shopping_ads_excluded_country",
  "pause",
  "external_seller_id",
  "min_handling_time",
  "max_handling_time",
  "transit_time_label",
  "return_policy_label",
  "ships_from_country",
  "tax_category",
  ...[...GOOGLE_GROUPS.keys()].filter((name) => name !== "variant_option"),
];
