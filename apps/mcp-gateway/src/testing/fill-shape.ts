import { CHANNEL_FIELD_VALUES } from "@skucast/contracts/products/testing/channel-field-values";

/** Values for members that do not take any text. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...CHANNEL_FIELD_VALUES,
  country: "US",
  currency: "USD",
  gtin: "4006381333931",
  condition: "new",
  availability: "in_stock",
  availability_date: "2026-12-01",
  expiration_date: "2026-12-01",
  price_currency: "USD",
  sale_price_starts_at: "2026-12-01T00:00:00Z",
  sale_price_ends_at: "2026-12-02T00:00:00Z",
  size_system: "US",
  size_type: "regular",
  gender: "female",
  age_group: "adult",
  multipack: 2,
  review_rating: 4.5,
  period: "month",
};
const NUMBERS = /amount|quantity|restriction|days|count|months|period_length|length|width|height/;
const FLAGS = /^(?:is_|adult$|accepts_)/;

/** A suggested write with a value in place of each …: `unit` for units, and text where any is allowed. */
export const fillShape = (shape: unknown, { unit, sku = "A" }: { readonly unit: string; readonly sku?: string }) =>
  JSON.parse(JSON.stringify(shape), function (this: object, name, value: unknown) {
    if (typeof value !== "string" || !value.startsWith("…")) return value;
    if (name === "sku") return sku;
    if (name === "unit") return unit;
    if (name === "value" && "unit" in this) return 5;
    if (VALUES[name] !== undefined) return VALUES[name];
    if (FLAGS.test(name)) return true;
    return NUMBERS.test(name) ? 5 : "https://shop.example/1";
  }) as unknown;
