import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { AVAILABILITIES, CONDITIONS } from "@skucast/contracts/products/product";

/** Fields under their own names, with exact types in Parquet. */
const amounts = (...names: string[]): Column[] =>
  names.map((name) => ({ name, type: "decimal", from: name, parquet: "decimal" }));
const times = (...names: string[]): Column[] =>
  names.map((name) => ({ name, type: "moment", from: name, parquet: "timestamp" }));

const same = (type: Column["type"], ...names: string[]): Column[] => names.map((name) => ({ name, type, from: name }));

/**
 * `generic@1`: the product's fields under their own names, and prices also as text. It omits fields that are not meant for
 * partners (cost_amount, metadata, translations, channel_overrides, prices of other markets) and server-managed fields. Rules
 * can add columns, with any name that templates can use (`isColumnName`).
 */
export const generic1: ProfileDefinition = {
  name: "generic",
  version: "1",
  title: "The product's own fields",
  source: null,
  formats: ["csv", "tsv", "jsonl", "xml_rss", "parquet"],
  columns: [
    { name: "sku", type: "text", from: "sku", required: true },
    { name: "title", type: "text", from: "title", required: true },
    ...same("text", "description"),
    ...same("url", "url", "image_url"),
    ...same("comma_list", "additional_image_urls"),
    ...same("url", "video_url", "model_3d_url"),
    { name: "brand", type: "text", from: "brand", default: "brand" },
    ...same("text", "mpn"),
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "warning" },
    { name: "product_category", type: "text", from: "product_category", default: "product_category" },
    {
      name: "google_product_category",
      type: "text",
      from: "google_product_category",
      default: "google_product_category",
    },
    { name: "condition", type: "enum", from: "condition", allowed: CONDITIONS },
    { name: "availability", type: "enum", from: "availability", required: true, allowed: AVAILABILITIES },
    ...times("availability_date", "expiration_date"),
    ...same("integer", "inventory_quantity"),
    { name: "price", type: "money", from: "price_amount", required: true },
    ...amounts("price_amount"),
    ...same("text", "price_currency"),
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    ...amounts("sale_price_amount"),
    ...times("sale_price_starts_at", "sale_price_ends_at"),
    ...same("text", "item_group_id", "item_group_title"),
    ...same("object", "variant_options"),
    ...same("text", "color", "size", "size_system", "size_type", "material", "pattern", "gender", "age_group"),
    ...same("integer", "multipack"),
    ...same("boolean", "is_bundle"),
    ...same("object", "weight", "dimensions"),
    ...same("list", "shipping"),
    ...same("text", "tax_class"),
    ...same("boolean", "is_digital", "adult"),
    ...same("integer", "age_restriction"),
    { name: "seller_name", type: "text", from: "seller.name", default: "seller_name" },
    { name: "seller_url", type: "url", from: "seller.url", default: "seller_url" },
    { name: "seller_privacy_url", type: "url", from: "seller.privacy_url", default: "seller_privacy_policy" },
    { name: "seller_terms_url", type: "url", from: "seller.terms_url", default: "seller_tos" },
    { name: "seller_returns_url", type: "url", from: "seller.returns_url", default: "return_policy" },
    { name: "accepts_returns", type: "boolean", from: "accepts_returns", default: "accepts_returns" },
    { name: "return_window_days", type: "integer", from: "return_window_days", default: "return_window_days" },
    ...same("integer", "review_count"),
    ...same("decimal", "review_rating"),
    ...same("list", "custom_labels", "tags"),
    ...same("object", "custom_attributes"),
    ...same("object", "unit_pricing_measure", "unit_pricing_base_measure", "package_weight", "package_dimensions"),
    ...same("object", "subscription_cost", "installment"),
    ...same("list", "certifications", "product_highlights", "product_details", "minimum_order_values", "promotion_ids"),
    ...same("text", "energy_efficiency_class", "min_energy_efficiency_class", "max_energy_efficiency_class"),
    ...same("integer", "min_handling_days", "max_handling_days", "min_transit_days", "max_transit_days"),
    ...same("text", "ships_from_country"),
    ...same("boolean", "identifier_exists"),
    ...same("url", "mobile_url", "lifestyle_image_url"),
  ],
  takes_any_column: true,
  tombstone: { column: { name: "deleted", type: "boolean" }, value: true },
  checks: [{ type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" }],
};
