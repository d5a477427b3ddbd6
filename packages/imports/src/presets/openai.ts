import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { type ColumnNames, firstOf, numbered, type Preset, rulesFor } from "./preset.js";

/**
 * OpenAI's product files. The current form has `item_id`, `url` and `image_url`; the form of September 2025 has `id`,
 * `link`, `image_link` and `enable_search`. `offer_id` contained the price in the older form, so it is never the SKU.
 */
export const openai: Preset = {
  name: "openai",
  matches: (columns) =>
    ["is_eligible_search", "enable_search", "is_eligible_checkout", "enable_checkout"].some((name) =>
      columns.has(name),
    ) ||
    (columns.has("item_id") && columns.has("seller_name")),
  read: (columns) => ({
    mapping: {
      ...rulesFor(columns, {
        sku: [firstOf(columns, "item_id", "id", "sku")],
        url: [firstOf(columns, "url", "link")],
        image: [firstOf(columns, "image_url", "image_link")],
        additional_image_urls: [firstOf(columns, "additional_image_urls", "additional_image_link")],
        item_group_id: [firstOf(columns, "group_id", "item_group_id")],
        published: [firstOf(columns, "enable_search", "is_eligible_search"), { default: "yes" }],
        price: ["price"],
        sale_price: ["sale_price", { empty: "clear" }],
        "seller.name": ["seller_name"],
        "seller.url": ["seller_url"],
        "seller.privacy_policy_url": ["seller_privacy_policy"],
        "seller.terms_url": ["seller_tos"],
        variant_options: ["variant_dict"],
        "weight.value": ["weight"],
        "weight.unit": ["item_weight_unit"],
        "dimensions.length": ["length"],
        "dimensions.width": ["width"],
        "dimensions.height": ["height"],
        "dimensions.unit": ["dimensions_unit"],
        review_rating: [firstOf(columns, "star_rating", "product_review_rating")],
        review_count: [firstOf(columns, "review_count", "product_review_count")],
        return_window_days: [firstOf(columns, "return_window", "return_deadline_in_days")],
        return_policy_url: ["return_policy"],
      }),
      ...numbered(
        columns,
        {
          option_name: (n) => `custom_variant${n}_category`,
          option_value: (n) => `custom_variant${n}_option`,
        },
        3,
      ),
      ...ofForm(columns),
    },
    fillDown: { columns: [] },
  }),
};

/** Columns that mean something only in the older form: in the current one, dates schedule nothing. */
const ofForm = (columns: ColumnNames): ImportMapping =>
  columns.has("item_id") ? {} : rulesFor(columns, { sale_period: ["sale_price_effective_date", { empty: "clear" }] });
