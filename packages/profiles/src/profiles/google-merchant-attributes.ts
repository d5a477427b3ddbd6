import type { Column } from "@skucast/contracts/channel-profiles/column";

const LINK_LENGTH_MAX = 2000;
const EFFICIENCY_CLASSES = ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"];

const texts = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text" }));
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
 * Attributes of Google's specification without a product field: custom attributes, rules and overrides fill them.
 * https://support.google.com/merchants/answer/7052112
 */
export const googleAttributes: readonly Column[] = [
  grouped("structured_title", ["digital_source_type", "content"], single),
  grouped("structured_description", ["digital_source_type", "content"], single),
  ...links("mobile_link", "ads_redirect", "lifestyle_image_link"),
  { name: "document_link", type: "comma_list", items_max: 5 },
  ...texts("unit_pricing_measure", "unit_pricing_base_measure"),
  grouped("installment", ["months", "amount", "downpayment", "credit_type"], single),
  grouped("subscription_cost", ["period", "period_length", "amount"], single),
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
  grouped("certification", ["certification_authority", "certification_name", "certification_code"]),
  ...["energy_efficiency_class", "min_energy_efficiency_class", "max_energy_efficiency_class"].map(
    (name): Column => ({ name, type: "enum", allowed: EFFICIENCY_CLASSES }),
  ),
  grouped("product_detail", ["section_name", "attribute_name", "attribute_value"], { items_max: 100 }),
  { name: "product_highlight", type: "text_list", max: 150, items_max: 100 },
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
  { name: "min_handling_time", type: "integer", at_least: 0 },
  { name: "max_handling_time", type: "integer", at_least: 0 },
  grouped("handling_cutoff_time", ["country", "cutoff_time", "cutoff_timezone", "disable_delivery_after_cutoff"]),
  grouped("shipping_handling_business_days", ["country", "business_days"]),
  grouped("shipping_transit_business_days", ["country", "business_days"]),
  grouped("minimum_order_value", ["country", "service", "surface", "price"]),
  { name: "transit_time_label", type: "text", max: 100 },
  { name: "return_policy_label", type: "text", max: 100 },
  ...texts("ships_from_country", "tax_category"),
  grouped("tax", ["country", "region", "rate", "tax_ship"]),
];
