import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";

const IMAGE_TYPES = ["jpg", "jpeg", "png"];
const LINK_LENGTH_MAX = 2000;
const SIZE_UNITS = { cm: { at_least: 0, at_most: 100_000 }, in: { at_least: 0, at_most: 100_000 } };
const WEIGHT = { at_least: 0, at_most: 1_000_000 };

const sizes: Column[] = ["length", "width", "height"].map((name) => ({
  name,
  type: "measure",
  from: `dimensions.${name}`,
  units: SIZE_UNITS,
}));

/** Options that have no column of their own, such as a finish. */
const customOptions = [0, 1, 2].flatMap((place): Column[] => [
  { name: `custom_variant_option_name_${place + 1}`, type: "option_name", from: "variant_options", place },
  { name: `custom_variant_option_value_${place + 1}`, type: "option_value", from: "variant_options", place },
]);

const labels: Column[] = [0, 1, 2, 3, 4].map((place) => ({
  name: `custom_label_${place}`,
  type: "text",
  from: `custom_labels.${place}`,
  max: 100,
  plain_text: true,
}));

/** Entries as `part:part`, separated by commas. */
const grouped = (name: string, parts: readonly string[], more: Partial<Column> = {}): Column => ({
  name,
  type: "text_list",
  parts,
  ...more,
});

const PREORDER = { column: "availability", is: ["preorder"] };

/**
 * `stripe_agentic@2026-11`: every column of the product feed. It differs from 2026-05 in names (`product_category`,
 * `stripe_product_tax_code`), in shipping prices (with a service and a time), and in limits.
 */
export const stripeAgentic202611: ProfileDefinition = {
  name: "stripe_agentic",
  version: "2026-11",
  title: "Stripe agentic commerce product feed",
  source: "https://docs.stripe.com/agentic-commerce/product-feed",
  formats: ["csv"],
  columns: [
    { name: "id", type: "text", from: "sku", required: true, max: 100 },
    {
      name: "title",
      type: "text",
      from: "title",
      required: true,
      max: 150,
      placeholder: "error",
      capitals: "warning",
      plain_text: true,
    },
    {
      name: "description",
      type: "text",
      from: "description",
      required: true,
      max: 5000,
      placeholder: "error",
      plain_text: true,
    },
    { name: "link", type: "url", from: "url", required: true, max: LINK_LENGTH_MAX },
    { name: "brand", type: "text", from: "brand", required: true, default: "brand", max: 70, placeholder: "error" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "mpn", type: "text", from: "mpn", max: 70, placeholder: "warning" },
    {
      name: "image_link",
      type: "url",
      from: "image_url",
      required: true,
      max: LINK_LENGTH_MAX,
      image_types: IMAGE_TYPES,
    },
    {
      name: "additional_image_link",
      type: "comma_list",
      from: "additional_image_urls",
      items_max: 10,
      image_types: IMAGE_TYPES,
    },
    { name: "video_link", type: "url", from: "video_url", max: LINK_LENGTH_MAX },
    { name: "model_3d_link", type: "url", from: "model_3d_url", max: LINK_LENGTH_MAX },
    { name: "condition", type: "enum", from: "condition", allowed: ["new", "refurbished", "used"] },
    {
      name: "google_product_category",
      type: "text",
      from: "google_product_category",
      default: "google_product_category",
    },
    { name: "product_category", type: "text", from: "product_category", default: "product_category", plain_text: true },
    { name: "age_group", type: "enum", from: "age_group", allowed: ["newborn", "infant", "toddler", "kids", "adult"] },
    { name: "material", type: "text", from: "material", max: 100 },
    ...sizes,
    {
      name: "weight",
      type: "measure",
      from: "weight.value",
      units: { lb: WEIGHT, oz: WEIGHT, g: WEIGHT, kg: WEIGHT },
    },
    { name: "item_group_id", type: "text", from: "item_group_id", max: 70 },
    {
      name: "item_group_title",
      type: "text",
      from: "item_group_title",
      max: 150,
      capitals: "warning",
      plain_text: true,
    },
    { name: "color", type: "text", from: "color", max: 100, advised_max: 40 },
    { name: "size", type: "text", from: "size", max: 20 },
    { name: "size_system", type: "text", from: "size_system" },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    ...customOptions,
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      words: { discontinued: "out_of_stock" },
      allowed: ["in_stock", "out_of_stock", "preorder", "backorder"],
    },
    { name: "availability_date", type: "moment", from: "availability_date" },
    { name: "expiration_date", type: "moment", from: "expiration_date" },
    { name: "inventory_not_tracked", type: "absence", from: "inventory_quantity" },
    { name: "inventory_quantity", type: "integer", from: "inventory_quantity", at_least: 0 },
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "sale_price_effective_date", type: "sale_window", from: "sale_price_starts_at" },
    { name: "stripe_product_tax_code", type: "text", max: 100 },
    { name: "third_party_tax_code", type: "text", max: 120 },
    { name: "tax_behavior", type: "enum", allowed: ["inclusive", "exclusive"] },
    grouped("applicable_fees", ["country", "region", "fee_label", "fee_amount"]),
    { name: "shipping", type: "shipping", from: "shipping", with_speed: true },
    { name: "shipping_cost_basis", type: "enum", allowed: ["per_order", "per_item"] },
    grouped("free_shipping_threshold", ["country", "region", "service", "price_threshold"]),
    { name: "popularity_score", type: "decimal", at_least: 0, at_most: 5 },
    { name: "return_rate", type: "decimal", at_least: 0, at_most: 100 },
    { name: "product_review_count", type: "integer", from: "review_count", at_least: 0 },
    { name: "product_review_rating", type: "decimal", from: "review_rating", at_least: 0, at_most: 5 },
    grouped("related_products", ["relationship_type", "target_id"], { items_max: 10 }),
    grouped("product_warning", ["type", "message"]),
    { name: "age_restriction", type: "integer", from: "age_restriction", at_least: 0 },
    ...labels,
    { name: "disable_checkout", type: "boolean" },
  ],
  tombstone: { column: { name: "delete", type: "boolean" }, value: true },
  checks: [
    { type: "in_taxonomy", column: "google_product_category", taxonomy: "google", severity: "warning" },
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    // https://docs.stripe.com/currencies: amounts in currencies with three decimals end in a zero; MGA has no decimals.
    { type: "decimals", max: 2, fewer: { MGA: 0 }, severity: "error" },
    { type: "implies", column: "sale_price_effective_date", needs: "sale_price", is_derived: true },
    { type: "paired", columns: ["sale_price", "sale_price_effective_date"] },
    { type: "paired", columns: ["product_review_count", "product_review_rating"] },
    { type: "different", column: "item_group_id", from: "id" },
    { type: "one_of", columns: ["gtin", "mpn"], severity: "error" },
    { type: "one_of", columns: ["google_product_category", "product_category"], severity: "error" },
    { type: "required_when", column: "availability_date", when: PREORDER, severity: "error" },
    { type: "stock_agrees", column: "inventory_quantity", availability: "availability", in_stock: "in_stock" },
    { type: "not_past", column: "availability_date", when: PREORDER, severity: "warning" },
    { type: "not_expired", column: "expiration_date", severity: "warning" },
  ],
};
