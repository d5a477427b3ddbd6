import type { Column } from "@skucast/contracts/channel-profiles/column";
import { ENERGY_CLASSES, UNIT_PRICE_UNITS } from "@skucast/contracts/products/channel-fields";

const LINK_LENGTH_MAX = 2000;
/** https://support.google.com/merchants/answer/6324350: the same for all images. */
export const GOOGLE_IMAGE_TYPES = ["jpg", "jpeg", "webp", "png", "gif", "bmp", "tif", "tiff"];
const UNIT_PRICE_RANGES = Object.fromEntries(
  UNIT_PRICE_UNITS.map((unit) => [unit, { at_least: 0, at_most: 1_000_000 }]),
);

const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text" }));
/** The product's field, or else the custom attribute of the column's name. */
const ofField = (from: string): Partial<Column> => ({ from, takes_attribute: true });
const links = (...names: string[]): Column[] => names.map((name) => ({ name, type: "url", max: LINK_LENGTH_MAX }));
const money = (...names: string[]): Column[] => names.map((name) => ({ name, type: "money" }));
const lists = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text_list" }));
/** Values with several parts: `part:part` in a cell, nested elements in XML. */
const grouped = (name: string, parts: readonly string[], more: Partial<Column> = {}): Column => ({
  name,
  type: "text_list",
  parts,
  ...more,
});
const single = { items_max: 1 };

/**
 * Attributes of Google's specification that few products have: fields that other channels share, and custom attributes,
 * rules and overrides for the others.
 * https://support.google.com/merchants/answer/7052112
 */
export const googleAttributes: readonly Column[] = [
  { name: "short_title", type: "text", max: 150, plain_text: true },
  grouped("structured_title", ["digital_source_type", "content"], single),
  grouped("structured_description", ["digital_source_type", "content"], single),
  ...links("ads_redirect"),
  { name: "mobile_link", type: "url", ...ofField("mobile_url"), max: LINK_LENGTH_MAX },
  {
    name: "lifestyle_image_link",
    type: "url",
    ...ofField("lifestyle_image_url"),
    max: LINK_LENGTH_MAX,
    image_types: GOOGLE_IMAGE_TYPES,
  },
  { name: "document_link", type: "comma_list", items_max: 5 },
  ...["unit_pricing_measure", "unit_pricing_base_measure"].map(
    (name): Column => ({ name, type: "measure", ...ofField(`${name}.value`), units: UNIT_PRICE_RANGES }),
  ),
  grouped("installment", ["months", "amount", "downpayment", "credit_type"], { ...ofField("installment"), ...single }),
  grouped("subscription_cost", ["period", "period_length", "amount"], { ...ofField("subscription_cost"), ...single }),
  grouped("loyalty_program", [
    "program_label",
    "tier_label",
    "price",
    "cashback_for_future_use",
    "loyalty_points",
    "member_price_effective_date",
    "shipping_label",
  ]),
  ...money("auto_pricing_min_price", "maximum_retail_price"),
  grouped("certification", ["certification_authority", "certification_name", "certification_code"], {
    ...ofField("certifications"),
    members: ["authority", "name", "code"],
  }),
  ...["energy_efficiency_class", "min_energy_efficiency_class", "max_energy_efficiency_class"].map(
    (name): Column => ({ name, type: "enum", ...ofField(name), allowed: ENERGY_CLASSES }),
  ),
  grouped("product_detail", ["section_name", "attribute_name", "attribute_value"], {
    ...ofField("product_details"),
    members: ["section", "name", "value"],
    items_max: 100,
    plain_text: true,
  }),
  {
    name: "product_highlight",
    type: "text_list",
    ...ofField("product_highlights"),
    max: 150,
    items_max: 100,
    plain_text: true,
  },
  grouped("question_and_answer", ["question", "answer"], { items_max: 30 }),
  { name: "related_product", type: "text_list", items_max: 30 },
  { name: "popularity_rank", type: "decimal", at_least: 0, at_most: 100 },
  ...lists("included_destination", "excluded_destination", "shopping_ads_excluded_country"),
  { name: "pause", type: "enum", allowed: ["ads", "all"] },
  { name: "external_seller_id", type: "text", max: 50 },
  grouped("carrier_shipping", [
    "country",
    "region",
    "postal_code",
    "carrier_price",
    "flat_price",
    "carrier_price_percentage_adjustment",
    "carrier_price_flat_adjustment",
    "min_handling_time",
    "max_handling_time",
    "carrier_transit_time",
    "fixed_min_transit_time",
    "fixed_max_transit_time",
    "origin_postal_code",
  ]),
  grouped("free_shipping_threshold", ["country", "price_threshold"]),
  { name: "min_handling_time", type: "integer", ...ofField("min_handling_days"), at_least: 0 },
  { name: "max_handling_time", type: "integer", ...ofField("max_handling_days"), at_least: 0 },
  grouped("handling_cutoff_time", ["country", "cutoff_time", "cutoff_timezone", "disable_delivery_after_cutoff"]),
  grouped("shipping_handling_business_days", ["country", "business_days"]),
  grouped("shipping_transit_business_days", ["country", "business_days"]),
  grouped("minimum_order_value", ["country", "service", "surface", "price"], {
    ...ofField("minimum_order_values"),
    members: ["country", "service", "surface", "amount"],
  }),
  { name: "transit_time_label", type: "text", max: 100 },
  { name: "return_policy_label", type: "text", max: 100 },
  { name: "ships_from_country", type: "text", ...ofField("ships_from_country") },
  ...texts("tax_category"),
  grouped("tax", ["country", "region", "rate", "tax_ship"]),
];
