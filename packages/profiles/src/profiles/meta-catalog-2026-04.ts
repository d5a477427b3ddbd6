import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";

const IMAGE_TYPES = ["jpg", "jpeg", "png", "webp", "gif"];
const labels: Column[] = [0, 1, 2, 3, 4].map((place) => ({
  name: `custom_label_${place}`,
  type: "text",
  from: `custom_labels.${place}`,
  max: 100,
  plain_text: true,
}));

const numbers: Column[] = [0, 1, 2, 3, 4].map((place) => ({
  name: `custom_number_${place}`,
  type: "integer",
  at_least: 0,
  at_most: 4_294_967_295,
}));

/** "all ages" and "teen" can be set by rules. */
const AGE_GROUPS = ["newborn", "infant", "toddler", "kids", "teen", "adult", "all ages"];

const YES_NO = { true: "yes", false: "no" };

/** The product's field, or else the custom attribute of the column's name. */
const ofField = (from: string): Partial<Column> => ({ from, takes_attribute: true });

/** Columns without a product field. */
const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text" }));
const urls = (...names: string[]): Column[] => names.map((name) => ({ name, type: "url" }));

/** `meta_catalog@2026-04`: the product catalog of Facebook and Instagram. Its values of availability contain spaces. */
export const metaCatalog202604: ProfileDefinition = {
  name: "meta_catalog",
  version: "2026-04",
  title: "Meta product catalog",
  source: "https://developers.facebook.com/docs/marketing-api/catalog/reference",
  formats: ["csv", "tsv", "xml_rss"],
  columns: [
    { name: "id", type: "text", from: "sku", required: true, max: 100 },
    {
      name: "title",
      type: "text",
      from: "title",
      required: true,
      max: 200,
      placeholder: "error",
      capitals: "warning",
      plain_text: true,
    },
    {
      name: "description",
      type: "text",
      from: "description",
      required: true,
      max: 9999,
      placeholder: "error",
      plain_text: true,
    },
    {
      name: "availability",
      type: "enum",
      from: "availability",
      required: true,
      words: { in_stock: "in stock", out_of_stock: "out of stock", backorder: "available for order" },
      allowed: ["in stock", "out of stock", "preorder", "available for order", "discontinued"],
    },
    {
      name: "condition",
      type: "enum",
      from: "condition",
      required: true,
      allowed: ["new", "refurbished", "used"],
    },
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "link", type: "url", from: "url", required: true },
    {
      name: "image_link",
      type: "url",
      from: "image_url",
      required: true,
      image_types: IMAGE_TYPES,
    },
    { name: "brand", type: "text", from: "brand", default: "brand", max: 100, placeholder: "error" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error" },
    { name: "mpn", type: "text", from: "mpn", max: 100, placeholder: "warning" },
    {
      name: "additional_image_link",
      type: "comma_list",
      from: "additional_image_urls",
      items_max: 20,
      image_types: IMAGE_TYPES,
    },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "sale_price_effective_date", type: "sale_window", from: "sale_price_starts_at" },
    { name: "item_group_id", type: "text", from: "item_group_id", max: 100 },
    {
      name: "google_product_category",
      type: "text",
      from: "google_product_category",
      default: "google_product_category",
    },
    {
      name: "product_type",
      type: "text",
      from: "product_category",
      default: "product_category",
      max: 750,
      plain_text: true,
    },
    { name: "quantity_to_sell_on_facebook", type: "integer", from: "inventory_quantity", at_least: 0 },
    { name: "color", type: "text", from: "color", max: 200 },
    { name: "size", type: "text", from: "size", max: 200 },
    { name: "material", type: "text", from: "material", max: 200 },
    { name: "pattern", type: "text", from: "pattern", max: 100 },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    { name: "age_group", type: "enum", from: "age_group", allowed: AGE_GROUPS },
    { name: "shipping", type: "shipping", from: "shipping" },
    { name: "shipping_weight", type: "measure", from: "package_weight.value", else_from: "weight.value" },
    ...labels,
    ...numbers,
    { name: "fb_product_category", type: "text", max: 250 },
    { name: "rich_text_description", type: "text", max: 9999 },
    { name: "status", type: "enum", allowed: ["active", "archived"] },
    { name: "internal_label", type: "text_list", max: 110 },
    { name: "additional_variant_attribute", type: "variant_options", from: "variant_options", others_only: true },
    { name: "expiration_date", type: "moment", ...ofField("expiration_date") },
    { name: "mobile_link", type: "url", ...ofField("mobile_url") },
    ...urls("video[0].url", "applink.ios_url", "applink.iphone_url", "applink.ipad_url", "applink.android_url"),
    ...texts("video[0].tag[0]", "image[0].url", "image[0].tag[0]", "product_tags[0]", "product_tags[1]"),
    ...texts("applink.ios_app_store_id", "applink.ios_app_name", "applink.iphone_app_store_id"),
    ...texts("applink.iphone_app_name", "applink.ipad_app_store_id", "applink.ipad_app_name"),
    { name: "applink.windows_phone_url", type: "url" },
    ...texts("applink.windows_phone_app_id", "applink.windows_phone_app_name"),
    ...texts("applink.android_package", "applink.android_app_name", "applink.android_class"),
    {
      name: "unit_price",
      type: "unit_price",
      from: "unit_pricing_measure",
      takes_attribute: true,
      members: ["value", "currency", "unit"],
      words: { floz: "fl oz", sheet: "ct", item: "ct" },
    },
    ...texts("disabled_capabilities"),
    { name: "size_system", type: "text", ...ofField("size_system") },
    { name: "size_type", type: "text", ...ofField("size_type") },
    { name: "multipack", type: "integer", ...ofField("multipack") },
    { name: "is_bundle", type: "enum", ...ofField("is_bundle"), words: YES_NO },
    { name: "adult", type: "enum", ...ofField("adult"), words: YES_NO },
    ...texts("commerce_tax_category", "wa_compliance_category", "origin_country", "importer_name"),
    ...texts("importer_address", "manufacturer_info", "marked_for_product_launch", "return_policy_info"),
  ],
  checks: [
    { type: "in_taxonomy", column: "google_product_category", taxonomy: "google", severity: "warning" },
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    // The catalog stores amounts in hundredths: https://developers.facebook.com/docs/marketing-api/reference/product-item
    { type: "decimals", max: 2, severity: "warning" },
    { type: "implies", column: "sale_price_effective_date", needs: "sale_price", is_derived: true },
    { type: "different", column: "item_group_id", from: "id" },
    { type: "one_of", columns: ["brand", "gtin", "mpn"], severity: "error" },
    { type: "not_expired", column: "expiration_date", severity: "warning" },
    {
      type: "stock_agrees",
      column: "quantity_to_sell_on_facebook",
      availability: "availability",
      in_stock: "in stock",
    },
  ],
};
