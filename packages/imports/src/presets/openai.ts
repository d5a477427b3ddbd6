import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { type ColumnNames, numbered, type Preset, rulesFor, saleRules } from "./preset.js";

/** An object with the options of a variant. */
export const VARIANT_OPTIONS = "variant_dict";

/** Channels read these attributes as true or false. */
const AS_FLAG = { words: { yes: "true", "1": "true", no: "false", "0": "false" } } as const;

/** What a product is eligible for. The attributes have the names of both forms, because channels may have either. */
const FLAGS = {
  "custom_attributes.is_eligible_search": [["is_eligible_search", "enable_search"], AS_FLAG],
  "custom_attributes.is_eligible_checkout": [["is_eligible_checkout", "enable_checkout"], AS_FLAG],
  "custom_attributes.is_ads_eligible": ["is_ads_eligible", AS_FLAG],
  "custom_attributes.enable_search": ["enable_search", AS_FLAG],
  "custom_attributes.enable_checkout": ["enable_checkout", AS_FLAG],
} as const;

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
        sku: [["item_id", "id", "sku"]],
        url: [["url", "link"]],
        image: [["image_url", "image_link"]],
        additional_image_urls: [["additional_image_urls", "additional_image_link"]],
        item_group_id: [["group_id", "item_group_id"]],
        published: [["enable_search", "is_eligible_search"], { default: "yes" }],
        ...FLAGS,
        price: ["price"],
        "seller.name": ["seller_name"],
        "seller.url": ["seller_url"],
        "seller.privacy_url": ["seller_privacy_policy"],
        "seller.terms_url": ["seller_tos"],
        variant_options: [VARIANT_OPTIONS],
        availability: ["availability", { words: { unknown: "out_of_stock" } }],
        "weight.value": [["weight", "item_weight"]],
        "weight.unit": ["item_weight_unit"],
        "dimensions.length": ["length"],
        "dimensions.width": ["width"],
        "dimensions.height": ["height"],
        "dimensions.unit": ["dimensions_unit"],
        review_rating: [["star_rating", "product_review_rating"]],
        review_count: [["review_count", "product_review_count"]],
        return_window_days: [["return_window", "return_deadline_in_days"]],
        "seller.returns_url": ["return_policy"],
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
const ofForm = (columns: ColumnNames): ImportMapping => {
  const { sale_period: period, ...sale } = saleRules(columns);
  return columns.has("item_id") || period === undefined ? sale : { ...sale, sale_period: period };
};
