import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";

const URL_LENGTH_MAX = 2048;

/**
 * `openai_products@2026-09`: OpenAI's file schema for products in its newest form (nine required columns). Columns that
 * want an agreement with OpenAI first (shipping, size_system, is_digital, …) are not in it, nor is a quantity. No field
 * of a product is an offer's id: rules and overrides give it.
 *
 * Lengths that this form gives as advice and the forms before as rules are rules here for the title and the
 * description, and advice elsewhere.
 */
export const openaiProducts202609: ProfileDefinition = {
  name: "openai_products",
  version: "2026-09",
  title: "OpenAI product file, newest form",
  source: "https://developers.openai.com/commerce/specs/file-upload/products",
  formats: ["parquet", "jsonl", "csv", "tsv"],
  columns: [
    { name: "item_id", type: "text", from: "sku", required: true, max: 100 },
    { name: "title", type: "text", from: "title", required: true, max: 150, placeholder: "error", capitals: "warning" },
    { name: "description", type: "text", from: "description", required: true, max: 5000, placeholder: "error" },
    { name: "url", type: "url", from: "url", required: true, max: URL_LENGTH_MAX },
    {
      name: "brand",
      type: "text",
      from: "brand",
      required: true,
      default: "brand",
      advised_max: 70,
      placeholder: "error",
    },
    { name: "seller_name", type: "text", from: "seller.name", required: true, default: "seller_name", advised_max: 70 },
    { name: "image_url", type: "url", from: "image_url", required: true, max: URL_LENGTH_MAX },
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      words: { preorder: "pre_order", discontinued: "out_of_stock" },
      allowed: ["in_stock", "out_of_stock", "pre_order", "backorder", "unknown"],
    },
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "is_eligible_search", type: "boolean", default: "is_eligible_search" },
    { name: "is_eligible_checkout", type: "boolean", default: "is_eligible_checkout" },
    { name: "is_ads_eligible", type: "boolean", default: "is_ads_eligible" },
    { name: "group_id", type: "text", from: "item_group_id" },
    { name: "listing_has_variations", type: "presence", from: "item_group_id" },
    { name: "variant_dict", type: "object", from: "variant_options" },
    { name: "offer_id", type: "text" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "mpn", type: "text", from: "mpn", advised_max: 70, placeholder: "warning" },
    { name: "condition", type: "enum", from: "condition", allowed: ["new", "refurbished", "used"] },
    { name: "product_category", type: "text", from: "product_category", default: "product_category" },
    { name: "material", type: "text", from: "material", advised_max: 100 },
    { name: "color", type: "text", from: "color", advised_max: 40 },
    { name: "size", type: "text", from: "size", advised_max: 20 },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    { name: "age_group", type: "enum", from: "age_group", allowed: ["newborn", "infant", "toddler", "kids", "adult"] },
    { name: "dimensions", type: "measures", from: "dimensions" },
    { name: "weight", type: "decimal_text", from: "weight.value" },
    { name: "item_weight_unit", type: "enum", from: "weight.unit", allowed: ["g", "kg", "oz", "lb"] },
    { name: "additional_image_urls", type: "comma_list", from: "additional_image_urls" },
    { name: "shipping_price", type: "shipping_money", from: "shipping" },
    { name: "seller_url", type: "url", from: "seller.url", default: "seller_url" },
    { name: "seller_privacy_policy", type: "url", from: "seller.privacy_url", default: "seller_privacy_policy" },
    { name: "seller_tos", type: "url", from: "seller.terms_url", default: "seller_tos" },
    { name: "return_policy", type: "url", from: "seller.returns_url", default: "return_policy" },
    { name: "accepts_returns", type: "boolean", from: "accepts_returns", default: "accepts_returns" },
    {
      name: "return_deadline_in_days",
      type: "integer",
      from: "return_window_days",
      default: "return_window_days",
      at_least: 1,
    },
    { name: "review_count", type: "integer", from: "review_count", at_least: 0 },
    { name: "star_rating", type: "decimal_text", from: "review_rating", at_least: 0, at_most: 5 },
    { name: "target_countries", type: "comma_list", default: "target_countries" },
    { name: "store_country", type: "text", default: "store_country" },
  ],
  checks: [
    { type: "false_when", column: "is_eligible_checkout", when: { column: "is_eligible_search", is: [false] } },
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    { type: "different", column: "group_id", from: "item_id" },
    { type: "implies", column: "listing_has_variations", needs: "group_id" },
    { type: "implies", column: "variant_dict", needs: "listing_has_variations" },
    { type: "implies", column: "return_deadline_in_days", needs: "accepts_returns", is: true },
    { type: "members", column: "dimensions", of: ["length", "width", "height"], at_least: 2 },
    { type: "paired", columns: ["weight", "item_weight_unit"] },
    { type: "paired", columns: ["review_count", "star_rating"] },
    {
      type: "required_when",
      column: "seller_privacy_policy",
      when: { column: "is_eligible_checkout", is: [true] },
      severity: "error",
    },
    {
      type: "required_when",
      column: "seller_tos",
      when: { column: "is_eligible_checkout", is: [true] },
      severity: "error",
    },
  ],
};
