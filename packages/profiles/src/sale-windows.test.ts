import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import type { StoredProduct } from "./channel/cell.js";
import { type ChannelDefinition, compileChannel } from "./channel/compile-channel.js";
import { PROFILES } from "./profiles/profile-list.js";

const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  brand: "Acme",
  condition: "new",
  availability: "in_stock",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  gtin: "4006381333931",
  price_amount: 20,
  price_currency: "USD",
  sale_price_amount: 15,
  material: "cotton",
  product_category: "Tees",
};

/** Start and end of the sale, the time of the file, and whether the sale is active, without using the code under test. */
const TIMES: readonly (readonly [string | undefined, string | undefined, string, boolean])[] = [
  [undefined, undefined, "2026-11-21T12:00:00.000Z", true],
  ["2026-11-21T12:00:00Z", undefined, "2026-11-21T11:59:59.999Z", false],
  ["2026-11-21T12:00:00Z", undefined, "2026-11-21T12:00:00.000Z", true],
  ["2026-11-21T13:00:00+01:00", undefined, "2026-11-21T12:00:00.000Z", true],
  ["2026-11-21T13:00:00-01:00", undefined, "2026-11-21T12:00:00.000Z", false],
  [undefined, "2026-11-21T12:00:00Z", "2026-11-21T11:59:59.999Z", true],
  [undefined, "2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z", false],
  ["2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z", "2026-11-21T12:00:00.000Z", true],
  ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00.000Z", false],
  // The night in which clocks go back in New York: an hour that occurs twice is two hours.
  ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-01T06:00:00.000Z", true],
  ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00.000Z", false],
  ["2028-02-29T00:00:00Z", "2028-03-01T00:00:00Z", "2028-02-29T23:59:59.000Z", true],
];

const profiles = CHANNEL_PROFILES.filter(
  (name) => name.includes("@") && PROFILES[name].columns.some(({ type }) => type === "sale_money"),
);

function channelOf(profile: ChannelDefinition["profile"]): ChannelDefinition {
  const market = { country: "US", currency: "USD", language: "en" };
  const defaults = { seller_name: "Acme", seller_url: "https://a.example", return_policy: "https://a.example/r" };
  return { id: "ch_1", profile, market, defaults, rules: [] };
}

test("most profiles have a column for the price of a sale", () => expect(profiles.length).toBeGreaterThan(4));

describe.each(profiles)("a sale in %s", (profile) => {
  test.each(TIMES)("from %s to %s, in a file of %s: %s", (starts, ends, time, isOn) => {
    const product = JSON.parse(
      JSON.stringify({ ...PRODUCT, sale_price_starts_at: starts, sale_price_ends_at: ends }),
    ) as StoredProduct;
    const compiled = compileChannel(channelOf(profile), new Date(time));
    const place = compiled.columns.findIndex(({ type }) => type === "sale_money");
    const row = compiled.map(product);
    // Stripe requires both ends with a sale price; without them it is left out with a warning.
    const isLeftOut = profile === "stripe_agentic@2026-11" && (starts === undefined || ends === undefined);
    expect(row.cells[place]).toBe(isOn && !isLeftOut ? "15.00 USD" : undefined);
    const warnings = row.issues.filter(({ code, severity }) => code === "unpaired_value" && severity === "warning");
    expect(warnings).toHaveLength(isOn && isLeftOut ? 1 : 0);
  });
});
