import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { googleCountryRules } from "./google-country-rules.js";
import { GOOGLE_IMAGE_TYPES, googleAttributes } from "./google-merchant-attributes.js";
import { withGoogleSources } from "./google-sources.js";

const LINK_LENGTH_MAX = 2000;
const YES_NO = { true: "yes", false: "no" };
const YES_NO_WORDS = ["yes", "no"];

const labels: Column[] = [0, 1, 2, 3, 4].map((place) => ({
  name: `custom_label_${place}`,
  type: "text",
  from: `custom_labels.${place}`,
  max: 100,
  plain_text: true,
}));

/** https://support.google.com/merchants/answer/6324479 and its siblings for size, gender and age group. */
const APPAREL_COUNTRIES = ["BR", "DE", "FR", "GB", "JP", "US"];

const SIDES = ["length", "width", "height"];
/** https://support.google.com/merchants/answer/11018531 */
const SIZE_UNITS = { cm: { at_least: 1, at_most: 3000 }, in: { at_least: 1, at_most: 3000 } };
const WEIGHT_MAX = { at_least: 0, at_most: 2000 };
/** https://support.google.com/merchants/answer/6324498: sizes of the package. */
const PACKAGE_UNITS = { cm: { at_least: 1, at_most: 400 }, in: { at_least: 1, at_most: 150 } };
/** https://support.google.com/merchants/answer/6324503: 2,000 lb or 1,000 kg. */
const PACKAGE_WEIGHT_UNITS = {
  lb: { at_least: 0, at_most: 2000 },
  oz: { at_least: 0, at_most: 32_000 },
  g: { at_least: 0, at_most: 1_000_000 },
  kg: { at_least: 0, at_most: 1000 },
};

const sizes: Column[] = SIDES.map((side) => ({
  name: `product_${side}`,
  type: "measure",
  from: `dimensions.${side}`,
  units: SIZE_UNITS,
}));

const packageSizes: Column[] = SIDES.map((side) => ({
  name: `shipping_${side}`,
  type: "measure",
  from: `package_dimensions.${side}`,
  takes_attribute: true,
  units: PACKAGE_UNITS,
}));

/**
 * `google_merchant@2026-10`: Google Merchant Center's product data specification. Attributes without a product field, and
 * fields without a value, are filled by custom attributes of the same name, rules and overrides.
 */
export const googleMerchant202610: ProfileDefinition = {
  name: "google_merchant",
  version: "2026-10",
  title: "Google Merchant Center product data",
  source: "https://support.google.com/merchants/answer/7052112",
  formats: ["xml_rss", "tsv", "csv"],
  columns: withGoogleSources([
    { name: "id", type: "text", from: "sku", required: true, max: 50 },
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
    { name: "description", type: "text", from: "description", required: true, max: 5000, placeholder: "error" },
    { name: "link", type: "url", from: "url", required: true, max: LINK_LENGTH_MAX },
    {
      name: "image_link",
      type: "url",
      from: "image_url",
      required: true,
      max: LINK_LENGTH_MAX,
      image_types: GOOGLE_IMAGE_TYPES,
    },
    {
      name: "additional_image_link",
      type: "comma_list",
      from: "additional_image_urls",
      items_max: 10,
      image_types: GOOGLE_IMAGE_TYPES,
    },
    { name: "video_link", type: "url", from: "video_url", max: LINK_LENGTH_MAX },
    { name: "virtual_model_link", type: "url", from: "model_3d_url", max: LINK_LENGTH_MAX },
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
    { name: "price", type: "money", from: "price_amount", required: true, positive: true },
    { name: "sale_price", type: "sale_money", from: "sale_price_amount" },
    { name: "sale_price_effective_date", type: "sale_window", from: "sale_price_starts_at", max: 51 },
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
    { name: "brand", type: "text", from: "brand", default: "brand", max: 70, placeholder: "error" },
    { name: "gtin", type: "gtin", from: "gtin", check_digit: "error", reserved_prefix: "error" },
    { name: "mpn", type: "text", from: "mpn", max: 70, placeholder: "warning" },
    {
      name: "identifier_exists",
      type: "enum",
      from: "identifier_exists",
      takes_attribute: true,
      words: YES_NO,
      allowed: YES_NO_WORDS,
    },
    { name: "condition", type: "enum", from: "condition", allowed: ["new", "refurbished", "used"] },
    { name: "adult", type: "enum", from: "adult", words: YES_NO, allowed: YES_NO_WORDS },
    { name: "multipack", type: "integer", from: "multipack", at_least: 2 },
    { name: "is_bundle", type: "enum", from: "is_bundle", words: YES_NO, allowed: YES_NO_WORDS },
    { name: "age_group", type: "enum", from: "age_group", allowed: ["newborn", "infant", "toddler", "kids", "adult"] },
    { name: "color", type: "text", from: "color", max: 100 },
    { name: "gender", type: "enum", from: "gender", allowed: ["male", "female", "unisex"] },
    { name: "material", type: "text", from: "material", max: 200 },
    { name: "pattern", type: "text", from: "pattern", max: 100 },
    { name: "size", type: "text", from: "size", max: 100 },
    { name: "size_type", type: "text", from: "size_type" },
    { name: "size_system", type: "text", from: "size_system" },
    { name: "item_group_id", type: "text", from: "item_group_id", max: 50 },
    { name: "item_group_title", type: "text", from: "item_group_title", max: 150, plain_text: true },
    { name: "variant_option", type: "variant_options", from: "variant_options" },
    ...sizes,
    {
      name: "product_weight",
      type: "measure",
      from: "weight.value",
      units: { lb: WEIGHT_MAX, oz: WEIGHT_MAX, g: WEIGHT_MAX, kg: WEIGHT_MAX },
    },
    { name: "shipping", type: "shipping", from: "shipping", with_times: true },
    { name: "shipping_label", type: "text", max: 100 },
    ...packageSizes,
    {
      name: "shipping_weight",
      type: "measure",
      from: "package_weight.value",
      takes_attribute: true,
      units: PACKAGE_WEIGHT_UNITS,
    },
    { name: "cost_of_goods_sold", type: "money" },
    { name: "promotion_id", type: "text_list", from: "promotion_ids", takes_attribute: true, max: 50, items_max: 10 },
    ...labels,
    ...googleAttributes,
  ]),
  checks: [
    { type: "in_taxonomy", column: "google_product_category", taxonomy: "google", severity: "warning" },
    { type: "below", column: "sale_price", than: "price", code: "sale_not_below_price" },
    { type: "implies", column: "sale_price_effective_date", needs: "sale_price", is_derived: true },
    { type: "different", column: "item_group_id", from: "id" },
    { type: "implies", column: "variant_option", needs: "item_group_id" },
    { type: "paired", columns: packageSizes.map(({ name }) => name) },
    {
      type: "required_when",
      column: "availability_date",
      when: { column: "availability", is: ["preorder", "backorder"] },
      severity: "error",
    },
    { type: "within_days", column: "availability_date", days: 365, severity: "error" },
    { type: "within_days", column: "expiration_date", days: 30, severity: "warning" },
    { type: "not_expired", column: "expiration_date", severity: "warning" },
    ...googleCountryRules,
    {
      type: "one_of",
      columns: ["gtin", "mpn"],
      unless: { column: "identifier_exists", is: ["no"] },
      severity: "warning",
    },
    {
      type: "not_past",
      column: "availability_date",
      when: { column: "availability", is: ["preorder", "backorder"] },
      severity: "warning",
    },
    {
      type: "needed_in_category",
      columns: ["color", "gender", "age_group"],
      category: "google_product_category",
      under: ["Apparel & Accessories", "166", "1604", "187"],
      countries: APPAREL_COUNTRIES,
      severity: "warning",
    },
    {
      type: "needed_in_category",
      columns: ["size"],
      category: "google_product_category",
      under: ["Apparel & Accessories > Clothing", "Apparel & Accessories > Shoes", "1604", "187"],
      countries: APPAREL_COUNTRIES,
      severity: "warning",
    },
  ],
};
