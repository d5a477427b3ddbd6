import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";

const LINK_LENGTH_MAX = 2000;

const labels: Column[] = [0, 1, 2, 3, 4].map((place) => ({
  name: `custom_label_${place}`,
  type: "text",
  from: `custom_labels.${place}`,
  max: 100,
}));

/** `stripe_agentic@2026-05`: the product catalogue of Stripe's agentic commerce, as full feed and as delta. */
export const stripeAgentic202605: ProfileDefinition = {
  name: "stripe_agentic",
  version: "2026-05",
  title: "Stripe agentic commerce product catalogue",
  source: "https://docs.stripe.com/agentic-commerce/product-feed",
  formats: ["csv"],
  columns: [
    { name: "id", type: "text", from: "sku", required: true, max: 100 },
    { name: "title", type: "text", from: "title", required: true, max: 150, placeholder: "error", capitals: "warning" },
    { name: "description", type: "text", from: "description", required: true, max: 5000, placeholder: "error" },
    { name: "link", type: "url", from: "url", required: true, max: LINK_LENGTH_MAX },
    { name: "image_link", type: "url", from: "image_url", required: true, max: LINK_LENGTH_MAX },
    { name: "additional_image_link", type: "comma_list", from: "additional_image_urls", items_max: 10 },
    { name: "brand", type: "text", from: "brand", required: true, default: "brand", max: 70, placeholder: "error" },
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "sale_price_effective_date", type: "sale_window", from: "sale_price_starts_at" },
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      words: { discontinued: "out_of_stock" },
      allowed: ["in_stock", "out_of_stock", "preorder", "backorder"],
    },
    { name: "availability_date", type: "moment", from: "availability_date" },
    { name: "inventory_quantity", type: "integer", from: "inventory_quantity", at_least: 0 },
    { name: "inventory_not_tracked", type: "absence", from: "inventory_quantity" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "mpn", type: "text", from: "mpn", max: 70, placeholder: "warning" },
    { name: "condition", type: "enum", from: "condition", allowed: ["new", "refurbished", "used"] },
    { name: "item_group_id", type: "text", from: "item_group_id", max: 70 },
    { name: "item_group_title", type: "text", from: "item_group_title", max: 150 },
    { name: "product_type", type: "text", from: "product_category", default: "product_category", max: 750 },
    {
      name: "google_product_category",
      type: "text",
      from: "google_product_category",
      default: "google_product_category",
    },
    { name: "color", type: "text", from: "color", max: 100 },
    { name: "size", type: "text", from: "size", max: 100 },
    { name: "material", type: "text", from: "material", max: 200 },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    { name: "age_group", type: "enum", from: "age_group", allowed: ["newborn", "infant", "toddler", "kids", "adult"] },
    { name: "shipping", type: "shipping", from: "shipping" },
    { name: "disable_checkout", type: "boolean" },
    { name: "tax_code", type: "text", max: 100 },
    { name: "age_restriction", type: "integer", from: "age_restriction" },
    { name: "applicable_fees", type: "text_list" },
    ...labels,
  ],
  tombstone: { column: { name: "delete", type: "boolean" }, value: true },
  checks: [
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    { type: "implies", column: "sale_price_effective_date", needs: "sale_price" },
    { type: "different", column: "item_group_id", from: "id" },
    { type: "one_of", columns: ["gtin", "mpn"], severity: "error" },
    {
      type: "required_when",
      column: "availability_date",
      when: { column: "availability", is: ["preorder", "backorder"] },
      severity: "error",
    },
    { type: "stock_agrees", column: "inventory_quantity", availability: "availability", in_stock: "in_stock" },
  ],
};
