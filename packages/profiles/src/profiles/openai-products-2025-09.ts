import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";

/** What no field of a product stands for. */
const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text" }));

/** Three options that no other column is for. */
const customVariants = [0, 1, 2].flatMap((place): Column[] => [
  { name: `custom_variant${place + 1}_category`, type: "option_name", from: "variant_options", place },
  { name: `custom_variant${place + 1}_option`, type: "option_value", from: "variant_options", place },
]);

const WITH_CHECKOUT = { column: "enable_checkout", is: [true] };

/**
 * `openai_products@2025-09`: the first published form, with the names of Google's attributes, a quantity, and flags,
 * category, material and return terms on every row.
 */
export const openaiProducts202509: ProfileDefinition = {
  name: "openai_products",
  version: "2025-09",
  title: "OpenAI product feed, form of September 2025",
  source: "https://developers.openai.com/commerce/specs/feed",
  formats: ["tsv", "csv", "xml_rss", "jsonl"],
  columns: [
    { name: "enable_search", type: "boolean", required: true, default: "is_eligible_search" },
    { name: "enable_checkout", type: "boolean", required: true, default: "is_eligible_checkout" },
    { name: "id", type: "text", from: "sku", required: true, max: 100 },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "mpn", type: "text", from: "mpn", max: 70, placeholder: "warning" },
    { name: "title", type: "text", from: "title", required: true, max: 150, placeholder: "error", capitals: "warning" },
    { name: "description", type: "text", from: "description", required: true, max: 5000, placeholder: "error" },
    { name: "link", type: "url", from: "url", required: true },
    { name: "condition", type: "enum", from: "condition", allowed: ["new", "refurbished", "used"] },
    { name: "product_category", type: "text", from: "product_category", required: true, default: "product_category" },
    { name: "brand", type: "text", from: "brand", required: true, default: "brand", max: 70, placeholder: "error" },
    { name: "material", type: "text", from: "material", required: true, max: 100 },
    { name: "dimensions", type: "measures", from: "dimensions" },
    { name: "weight", type: "measure", from: "weight.value" },
    { name: "age_group", type: "enum", from: "age_group", allowed: ["newborn", "infant", "toddler", "kids", "adult"] },
    { name: "image_link", type: "url", from: "image_url", required: true },
    { name: "additional_image_link", type: "comma_list", from: "additional_image_urls" },
    { name: "video_link", type: "url", from: "video_url" },
    { name: "model_3d_link", type: "url", from: "model_3d_url" },
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "sale_price_effective_date", type: "sale_window", from: "sale_price_starts_at" },
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      words: { backorder: "out_of_stock", discontinued: "out_of_stock" },
      allowed: ["in_stock", "out_of_stock", "preorder"],
    },
    { name: "availability_date", type: "moment", from: "availability_date" },
    { name: "inventory_quantity", type: "integer", from: "inventory_quantity", at_least: 0 },
    { name: "expiration_date", type: "moment", from: "expiration_date" },
    { name: "item_group_id", type: "text", from: "item_group_id", max: 70 },
    { name: "item_group_title", type: "text", from: "item_group_title", max: 150 },
    { name: "color", type: "text", from: "color", max: 40 },
    { name: "size", type: "text", from: "size", max: 20 },
    { name: "size_system", type: "text", from: "size_system" },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    { name: "shipping", type: "shipping", from: "shipping" },
    { name: "seller_name", type: "text", from: "seller.name", required: true, default: "seller_name", max: 70 },
    { name: "seller_url", type: "url", from: "seller.url", required: true, default: "seller_url" },
    { name: "seller_privacy_policy", type: "url", from: "seller.privacy_url", default: "seller_privacy_policy" },
    { name: "seller_tos", type: "url", from: "seller.terms_url", default: "seller_tos" },
    { name: "return_policy", type: "url", from: "seller.returns_url", required: true, default: "return_policy" },
    {
      name: "return_window",
      type: "integer",
      from: "return_window_days",
      required: true,
      default: "return_window_days",
      at_least: 1,
    },
    { name: "product_review_count", type: "integer", from: "review_count", at_least: 0 },
    { name: "product_review_rating", type: "decimal_text", from: "review_rating", at_least: 0, at_most: 5 },
    { name: "age_restriction", type: "integer", from: "age_restriction" },
    ...texts("applicable_taxes_fees", "unit_pricing_measure", "base_measure", "pricing_trend"),
    ...texts("pickup_method", "pickup_sla"),
    ...customVariants,
    ...texts("length", "width", "height", "warning", "q_and_a", "raw_review_data"),
    ...texts("relationship_type", "geo_price", "geo_availability"),
    { name: "warning_url", type: "url" },
    { name: "popularity_score", type: "decimal", at_least: 0, at_most: 5 },
    { name: "return_rate", type: "decimal", at_least: 0, at_most: 100 },
    { name: "store_review_count", type: "integer", at_least: 0 },
    { name: "store_review_rating", type: "decimal_text", at_least: 0, at_most: 5 },
    { name: "related_product_id", type: "comma_list" },
  ],
  checks: [
    { type: "false_when", column: "enable_checkout", when: { column: "enable_search", is: [false] } },
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    { type: "implies", column: "sale_price_effective_date", needs: "sale_price" },
    { type: "different", column: "item_group_id", from: "id" },
    { type: "paired", columns: ["product_review_count", "product_review_rating"] },
    { type: "one_of", columns: ["gtin", "mpn"], severity: "error" },
    {
      type: "required_when",
      column: "availability_date",
      when: { column: "availability", is: ["preorder"] },
      severity: "error",
    },
    { type: "required_when", column: "seller_privacy_policy", when: WITH_CHECKOUT, severity: "error" },
    { type: "required_when", column: "seller_tos", when: WITH_CHECKOUT, severity: "error" },
    { type: "stock_agrees", column: "inventory_quantity", availability: "availability", in_stock: "in_stock" },
  ],
};
