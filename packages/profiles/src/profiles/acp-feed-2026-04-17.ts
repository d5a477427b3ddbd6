import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";

/**
 * `acp_feed@2026-04-17`: variants for the Feed API of the Agentic Commerce Protocol. Destinations of type acp group the rows
 * by `product_id` and send them as the API's products; `acp/product-of-rows.ts` of partners says which column becomes
 * which member.
 */
export const acpFeed20260417: ProfileDefinition = {
  name: "acp_feed",
  version: "2026-04-17",
  title: "Agentic Commerce Protocol, Feed API",
  source:
    "https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/spec/2026-04-17/openapi/openapi.feed.yaml",
  formats: ["jsonl"],
  columns: [
    { name: "product_id", type: "text", from: "item_group_id" },
    { name: "id", type: "text", from: "sku", required: true },
    { name: "title", type: "text", from: "title", required: true, placeholder: "error", plain_text: true },
    { name: "product_title", type: "text", from: "item_group_title", plain_text: true },
    { name: "description", type: "text", from: "description", placeholder: "warning", plain_text: true },
    { name: "description_html", type: "text" },
    { name: "description_markdown", type: "text" },
    { name: "url", type: "url", from: "url" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "price", type: "money", from: "price_amount", required: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    {
      name: "unit_price",
      type: "unit_price",
      from: "unit_pricing_measure",
      takes_attribute: true,
      members: ["amount", "currency", "measure", "reference"],
    },
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      allowed: ["in_stock", "limited_stock", "backorder", "preorder", "out_of_stock", "discontinued"],
    },
    { name: "category", type: "text", from: "product_category", default: "product_category", plain_text: true },
    {
      name: "google_product_category",
      type: "text",
      from: "google_product_category",
      default: "google_product_category",
    },
    { name: "condition", type: "text", from: "condition" },
    { name: "variant_options", type: "object", from: "variant_options" },
    { name: "color", type: "text", from: "color" },
    { name: "size", type: "text", from: "size" },
    { name: "material", type: "text", from: "material" },
    { name: "pattern", type: "text", from: "pattern" },
    { name: "gender", type: "text", from: "gender" },
    { name: "age_group", type: "text", from: "age_group" },
    { name: "image_url", type: "url", from: "image_url" },
    { name: "image_alt_text", type: "text" },
    { name: "additional_image_urls", type: "list", from: "additional_image_urls" },
    { name: "video_url", type: "url", from: "video_url" },
    { name: "model_url", type: "url", from: "model_3d_url" },
    { name: "seller_name", type: "text", from: "seller.name", default: "seller_name" },
    { name: "privacy_policy", type: "url", from: "seller.privacy_url", default: "seller_privacy_policy" },
    { name: "terms_of_service", type: "url", from: "seller.terms_url", default: "seller_tos" },
    { name: "refund_policy", type: "url", from: "seller.returns_url", default: "return_policy" },
    { name: "shipping_policy", type: "url" },
    { name: "faq", type: "url" },
    { name: "marketplace", type: "text" },
  ],
  checks: [
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    { type: "different", column: "product_id", from: "id" },
  ],
};
