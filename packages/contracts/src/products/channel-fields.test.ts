import { describe, expect, test } from "@jest/globals";
import { faultsOf } from "../faults.js";
import { channelFields } from "./channel-fields.js";
import { productBodySchema, productUpsertSchema } from "./product.js";
import { CHANNEL_FIELD_VALUES } from "./testing/channel-field-values.js";

const base = { sku: "A-1", title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };

function faultsIn(change: object): string[] {
  const parsed = productUpsertSchema.safeParse({ ...base, ...change });
  return parsed.success
    ? []
    : faultsOf(parsed.error, productUpsertSchema).map(({ pointer, code }) => `${pointer} ${code}`);
}

test("there is a valid value of every field", () => {
  expect(Object.keys(CHANNEL_FIELD_VALUES)).toEqual(Object.keys(channelFields));
  expect(productUpsertSchema.parse({ ...base, ...CHANNEL_FIELD_VALUES })).toEqual({ ...base, ...CHANNEL_FIELD_VALUES });
});

test.each(Object.keys(channelFields))("null clears %s", (field) => expect(faultsIn({ [field]: null })).toEqual([]));

test("amounts may be decimal strings, and currencies in lower case", () => {
  const cost = { period: "month", period_length: 1, amount: "9.90", currency: "usd" };
  expect(productBodySchema.parse({ subscription_cost: cost })).toEqual({
    subscription_cost: { ...cost, amount: 9.9, currency: "USD" },
  });
});

test("one member of an object can be changed alone", () => {
  expect(productBodySchema.safeParse({ unit_pricing_measure: { value: 500 } }).success).toBe(true);
  expect(productBodySchema.safeParse({ package_dimensions: { height: 7 } }).success).toBe(true);
  expect(productBodySchema.safeParse({ installment: { downpayment: null } }).success).toBe(true);
});

describe("an invalid value is an error at its position", () => {
  const order = { country: "DE", amount: 1, currency: "EUR" };
  test.each<[object, string]>([
    [{ unit_pricing_measure: { value: 0, unit: "ml" } }, "/unit_pricing_measure/value too_small"],
    [{ unit_pricing_measure: { value: 1, unit: "bottle" } }, "/unit_pricing_measure/unit not_allowed"],
    [{ certifications: [{ authority: "EC", name: "EPREL" }] }, "/certifications/0/code required"],
    [{ energy_efficiency_class: "H" }, "/energy_efficiency_class not_allowed"],
    [{ product_highlights: ["x".repeat(151)] }, "/product_highlights/0 too_long"],
    [{ product_details: [{ section: "General", name: "Ratio" }] }, "/product_details/0/value required"],
    [{ min_handling_days: 3, max_handling_days: 2 }, "/max_handling_days too_small"],
    [{ min_transit_days: -1 }, "/min_transit_days too_small"],
    [{ ships_from_country: "XX" }, "/ships_from_country not_allowed"],
    [{ promotion_ids: Array.from({ length: 11 }, (_, i) => `P${i}`) }, "/promotion_ids too_big"],
    [{ identifier_exists: "no" }, "/identifier_exists invalid_type"],
    [{ mobile_url: "m.shop.example" }, "/mobile_url invalid_url"],
    [{ minimum_order_values: [{ ...order, amount: 1.005 }] }, "/minimum_order_values/0/amount too_many_decimals"],
    [{ minimum_order_values: [{ ...order, currency: "XXX" }] }, "/minimum_order_values/0/currency not_allowed"],
    [
      { subscription_cost: { period: "month", period_length: 1, amount: 1.5, currency: "JPY" } },
      "/subscription_cost/amount too_many_decimals",
    ],
    [
      { installment: { months: 6, amount: 1, currency: "USD", downpayment: 0.001 } },
      "/installment/downpayment too_many_decimals",
    ],
    [
      { shipping: [{ country: "US", price_amount: 1, min_transit_days: 3, max_transit_days: 1 }] },
      "/shipping/0/max_transit_days too_small",
    ],
  ])("%j: %s", (change, fault) => expect(faultsIn(change)).toEqual([fault]));
});
