import { partsIn } from "@skucast/contracts/channel-profiles/item-parts";

/**
 * Google's attributes whose value has several parts, in their order in a cell: `part:part`. In XML each part is an element.
 * https://support.google.com/merchants/answer/7052112
 */
export const GOOGLE_GROUPS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    structured_title: ["digital_source_type", "content"],
    structured_description: ["digital_source_type", "content"],
    installment: ["months", "amount", "downpayment", "credit_type"],
    subscription_cost: ["period", "period_length", "amount"],
    loyalty_program: [
      "program_label",
      "tier_label",
      "price",
      "cashback_for_future_use",
      "loyalty_points",
      "member_price_effective_date",
      "shipping_label",
    ],
    certification: ["certification_authority", "certification_name", "certification_code"],
    product_detail: ["section_name", "attribute_name", "attribute_value"],
    question_and_answer: ["question", "answer"],
    carrier_shipping: [
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
    ],
    free_shipping_threshold: ["country", "price_threshold"],
    handling_cutoff_time: ["country", "cutoff_time", "cutoff_timezone", "disable_delivery_after_cutoff"],
    shipping_handling_business_days: ["country", "business_days"],
    shipping_transit_business_days: ["country", "business_days"],
    minimum_order_value: ["country", "service", "surface", "price"],
    variant_option: ["name", "value"],
    tax: ["country", "region", "rate", "tax_ship"],
  }),
);

/** Whether a member is such an attribute: an object with none but its parts. */
export function isGoogleGroup(name: string, value: unknown): boolean {
  const parts = GOOGLE_GROUPS.get(name);
  if (parts === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((part) => parts.includes(part));
}

/** The text of such an attribute. A colon would separate parts, so only the last one and times keep their own. */
export function textOfGoogleGroup(name: string, value: object): string | undefined {
  if (!isGoogleGroup(name, value)) return undefined;
  const given = new Map(Object.entries(value));
  const parts = GOOGLE_GROUPS.get(name) ?? [];
  const texts = parts.map((part, i) => {
    const text = String(given.get(part) ?? "").trim();
    return i === parts.length - 1 ? text : partsIn(text, Number.POSITIVE_INFINITY).join(" ");
  });
  return withoutColons(texts.join(":"));
}

/** Text without the colons at its end. An expression would take quadratic time for many of them before other text. */
function withoutColons(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === ":") end -= 1;
  return text.slice(0, end);
}
