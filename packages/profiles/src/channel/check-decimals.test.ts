import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { SELLER_DEFAULTS, SIMPLE_PRODUCT } from "../testing/simple-product.js";
import type { StoredProduct } from "./cell.js";
import { compileChannel } from "./compile-channel.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const PRODUCT: StoredProduct = { ...SIMPLE_PRODUCT, material: "Cotton", product_category: "Tees" };

function rowIn(profile: string, currency: string, product: StoredProduct) {
  const market = { country: "US", currency, language: "en" };
  const { columns, map } = compileChannel({ id: "ch_1", profile, market, defaults: SELLER_DEFAULTS, rules: [] }, NOW);
  const { cells, issues, isValid } = map({ ...PRODUCT, price_currency: currency, ...product });
  const price = cells[columns.findIndex(({ name }) => name === "price")];
  return { price, isValid, issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

const pinned = CHANNEL_PROFILES.filter((name) => name.includes("@"));

describe.each(pinned)("in %s", (profile) => {
  test.each([
    ["JPY", 1100, "1100 JPY"],
    ["KRW", 9_999_999_999, "9999999999 KRW"],
    ["CLP", 1, "1 CLP"],
    ["ISK", 4990, "4990 ISK"],
    ["KWD", 1.25, "1.250 KWD"],
    ["BHD", 0.01, "0.010 BHD"],
    ["TND", 12, "12.000 TND"],
    ["HUF", 1990, "1990.00 HUF"],
  ])("an amount in %s has the decimals of its currency", (currency, price_amount, price) => {
    expect(rowIn(profile, currency, { price_amount })).toEqual({ price, isValid: true, issues: [] });
  });

  test.each(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])(
    "a third decimal in %s is exact or an issue",
    (currency) => {
      const { price, isValid, issues } = rowIn(profile, currency, { price_amount: 1.255 });
      expect(price).toBe(`1.255 ${currency}`);
      if (profile.startsWith("stripe")) expect([isValid, issues]).toEqual([false, ["error invalid_value price"]]);
      else if (profile.startsWith("meta")) expect([isValid, issues]).toEqual([true, ["warning invalid_value price"]]);
      else expect([isValid, issues]).toEqual([true, []]);
    },
  );
});

test("amounts inside entries and of sales count too", () => {
  const shipping = [{ country: "US", price_amount: 1.005 }];
  expect(rowIn("stripe_agentic", "KWD", { price_amount: 2, shipping }).issues).toEqual([
    "error invalid_value shipping",
  ]);
  expect(rowIn("meta_catalog", "KWD", { price_amount: 2, sale_price_amount: 1.999 }).issues).toEqual([
    "warning invalid_value sale_price",
  ]);
  expect(rowIn("stripe_agentic", "MGA", { price_amount: 5.5 }).issues).toEqual(["error invalid_value price"]);
  expect(rowIn("stripe_agentic", "MGA", { price_amount: 5 }).issues).toEqual([]);
});
