import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import type { StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { COMPLETE_PRODUCT } from "../testing/complete-product.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const DOLLARS = { price_amount: 12.34, price_currency: "USD", price: "12.34 USD", sale_price_amount: 10.5 };
const YEN = { price_amount: 3000, price_currency: "JPY", price: "3000 JPY", sale_price_amount: undefined };

function rowOf(product: StoredProduct, rules: unknown[], choice: Partial<ChannelDefinition> = {}) {
  const channel: ChannelDefinition = {
    id: "ch_1",
    profile: "google_merchant",
    market: { country: "DE", currency: "EUR", language: "en" },
    defaults: {},
    rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
    ...choice,
  };
  const compiled = compileChannel(channel, NOW);
  const { cells, issues, isValid } = compiled.map({ ...COMPLETE_PRODUCT, shipping: undefined, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, place) => [name, cells[place]]));
  const mismatches = issues.filter(({ code }) => code === "currency_mismatch");
  return { isValid, values, mismatches: mismatches.map(({ severity, field }) => `${severity} ${field}`) };
}

const template = (field: string, text: string) => ({ type: "template", field, template: text });
const OWN = "{product.price_amount} EUR";
const RENAMED = { type: "replace", field: "price", find: "USD", replace_with: "EUR" };
const PATTERN = { type: "replace_pattern", field: "price", pattern: "[A-Z]+$", replace_with: "EUR" };

const profiles = CHANNEL_PROFILES.filter((name) => name.includes("@"));

describe.each(profiles)("a rule of %s that gives an amount the name of another currency", (profile) => {
  test.each([
    ["a template", template("price", OWN)],
    ["a template without a currency", template("price", "{product.price_amount}")],
    ["a template of the sale's amount", template("price", "{product.sale_price_amount} EUR")],
    [
      "a branch of an if",
      { type: "if", when: [{ field: "product.sku", op: "exists" }], rules: [template("price", OWN)] },
    ],
    ["replace", RENAMED],
    ["replace_pattern", PATTERN],
    ["truncate", { type: "truncate", field: "price", max: 5 }],
  ])("sets no price: %s", (_title, rule) => {
    const { isValid, mismatches } = rowOf(DOLLARS, [rule], { profile });
    expect([isValid, mismatches]).toEqual([false, ["error price"]]);
  });

  test("sets no price in a currency with other decimals", () => {
    const { isValid, mismatches } = rowOf(YEN, [template("price", OWN)], { profile });
    expect([isValid, mismatches]).toEqual([false, ["error price"]]);
  });

  test("has its effect replaced by a later rule or an override with a price", () => {
    const rules = [template("price", OWN), { type: "constant", field: "price", value: "8.50 EUR" }];
    expect(rowOf(DOLLARS, rules, { profile }).values.price).toBe("8.50 EUR");
    const channel_overrides = { ch_1: { price: "8.50 EUR" } };
    expect(rowOf({ ...DOLLARS, channel_overrides }, [RENAMED], { profile }).values.price).toBe("8.50 EUR");
  });

  test.each([
    ["a custom attribute", template("price", "{product.custom_attributes.euros} EUR")],
    ["a constant", { type: "constant", field: "price", value: "12.34 EUR" }],
    ["a lookup", { type: "lookup", field: "price", from: "product.price_amount", table: { "12.34": "12.34 EUR" } }],
  ])("may give the same amount in it by %s", (_title, rule) => {
    const { mismatches, values } = rowOf(
      { ...DOLLARS, sale_price_amount: undefined, custom_attributes: { euros: 12.34 } },
      [rule],
      { profile },
    );
    expect([mismatches, values.price]).toEqual([[], "12.34 EUR"]);
  });

  test("may repeat an amount that is in the market's currency", () => {
    const priced = { ...DOLLARS, prices: [{ currency: "EUR", amount: 9 }] };
    const { mismatches, values } = rowOf(priced, [template("price", OWN)], { profile });
    expect([mismatches, values.price]).toEqual([[], "9.00 EUR"]);
  });
});

test("a sale with the name of another currency is left out", () => {
  const rules = [
    { type: "constant", field: "price", value: "20.00 EUR" },
    template("sale_price", "{product.sale_price_amount} EUR"),
  ];
  const { mismatches, values } = rowOf(DOLLARS, rules);
  expect([mismatches, values.price, values.sale_price]).toEqual([["warning sale_price"], "20.00 EUR", undefined]);
});

describe("generic", () => {
  const EUROS = { type: "constant", field: "price_currency", value: "EUR" };

  test.each([
    ["its column of the amount", [template("price", "{price_amount} EUR")]],
    ["a rule that repeats the amount", [template("price_amount", "{product.price_amount}"), EUROS]],
    [
      "a rule that changes no amount",
      [{ type: "replace", field: "price_amount", find: "a", replace_with: "b" }, EUROS],
    ],
  ])("has no price in another currency by %s", (_title, rules) => {
    const { isValid, mismatches } = rowOf(DOLLARS, rules, { profile: "generic" });
    expect([isValid, mismatches]).toEqual([false, ["error price"]]);
  });

  test("has the price of its column with an amount that a rule set", () => {
    const rules = [{ type: "constant", field: "price_amount", value: "9" }, template("price", "{price_amount} EUR")];
    expect(rowOf(DOLLARS, rules, { profile: "generic" }).values.price).toBe("9.00 EUR");
  });
});

describe("a text column of a workspace's profile", () => {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku" },
    { name: "label", type: "text" },
    { name: "own", type: "text", template: "now {product.price_amount} EUR" },
  ];
  const definition = {
    name: "x",
    version: "1",
    title: "X",
    source: null,
    formats: ["csv"],
    columns,
    checks: [],
  } as const;
  const choice = { profile: "custom", definition } as const;

  test.each([
    [OWN, "12.34 EUR"],
    ["{product.price_amount}€", "12.34€"],
    ["EUR {product.price_amount}", "EUR 12.34"],
  ])("has a warning if %s names another currency", (text, label) => {
    const { isValid, values, mismatches } = rowOf(DOLLARS, [template("label", text)], choice);
    expect([isValid, values.label, mismatches]).toEqual([true, label, ["warning own", "warning label"]]);
  });

  test("has none if the currency is the product's, or no price is named", () => {
    const euros = { price_amount: 12.34, price_currency: "EUR", sale_price_amount: undefined };
    expect(rowOf(euros, [template("label", OWN)], choice).mismatches).toEqual([]);
    expect(rowOf(DOLLARS, [template("label", "{product.price_amount} VOR ORT")], choice).mismatches).toEqual([
      "warning own",
    ]);
  });
});
