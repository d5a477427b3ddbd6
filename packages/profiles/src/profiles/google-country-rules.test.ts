import { expect, test } from "@jest/globals";
import type { StoredProduct } from "../channel/cell.js";
import { compileChannel } from "../channel/compile-channel.js";
import { SOUND_PRODUCT } from "../testing/issue-situations.js";
import { isGoogleCategory } from "../values/google-taxonomy.js";
import { googleCountryRules } from "./google-country-rules.js";

const NOW = new Date("2026-11-27T12:00:00Z");
const CURRENCIES: Readonly<Record<string, string>> = {
  US: "USD",
  DE: "EUR",
  CH: "CHF",
  GB: "GBP",
  IN: "INR",
  JP: "JPY",
};

/** The row of a product in a Google channel of a country, with a price in its currency. */
function rowIn(country: string, product: StoredProduct) {
  const currency = CURRENCIES[country] ?? "EUR";
  const market = { country, currency, language: "en" };
  const { columns, map } = compileChannel(
    { id: "ch_1", profile: "google_merchant", market, defaults: {}, rules: [] },
    NOW,
  );
  const row = map({ ...SOUND_PRODUCT, price_amount: 20, price_currency: currency, ...product });
  const cells = Object.fromEntries(columns.map(({ name }, place) => [name, row.cells[place]]));
  return { cells, issues: row.issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

const FRIDGE = { google_product_category: "686" };
const TV = { google_product_category: "Electronics > Video > Televisions" };
const EPREL = { certifications: [{ authority: "EC", name: "EPREL", code: "123456" }] };
const CLASS = { energy_efficiency_class: "B", min_energy_efficiency_class: "G", max_energy_efficiency_class: "A" };
const NO_LABEL = "warning missing_value certification";
const COFFEE = { google_product_category: "Food, Beverages & Tobacco > Beverages > Coffee" };
const CONTENT = { unit_pricing_measure: { value: 500, unit: "g" } };
const NO_CONTENT = "warning missing_value unit_pricing_measure";

test.each<[string, StoredProduct, readonly string[]]>([
  ["DE", FRIDGE, [NO_LABEL]],
  ["DE", { ...FRIDGE, ...EPREL }, []],
  ["DE", { ...FRIDGE, ...CLASS }, []],
  ["CH", TV, [NO_LABEL]],
  ["GB", TV, [NO_LABEL]],
  ["US", TV, []],
  ["JP", FRIDGE, []],
  ["DE", COFFEE, [NO_CONTENT]],
  ["DE", { ...COFFEE, ...CONTENT }, []],
  ["US", COFFEE, []],
  ["DE", {}, []],
  [
    "DE",
    { energy_efficiency_class: "B" },
    ["min", "max"].map((end) => `warning missing_value ${end}_energy_efficiency_class`),
  ],
  ["US", { brand: undefined }, ["error missing_value brand"]],
  ["US", { brand: undefined, google_product_category: "784" }, []],
  [
    "US",
    { brand: undefined, google_product_category: "Media > Music & Sound Recordings > Vinyl" },
    ["warning unknown_category google_product_category"],
  ],
  ["US", { brand: undefined, google_product_category: "Media" }, ["error missing_value brand"]],
  ["US", { shipping: [{ country: "CA", price_amount: 5 }] }, ["warning missing_value shipping"]],
  [
    "US",
    {
      shipping: [
        { country: "US", price_amount: 5 },
        { country: "CA", price_amount: 5 },
      ],
    },
    [],
  ],
])("in %s, %j has the issues %j", (country, product, issues) => {
  expect(rowIn(country, product).issues).toEqual(issues);
});

test.each([
  ["tax", "US", "DE", ["US:CA:8.75:no"]],
  ["tax_category", "US", "GB", "apparel"],
])("%s is published in %s and left out with a warning in %s", (column, own, other, value) => {
  const product = { custom_attributes: { [column]: value } };
  expect(rowIn(own, product)).toMatchObject({ issues: [], cells: { [column]: value } });
  expect(rowIn(other, product).issues).toEqual([`warning not_for_market ${column}`]);
  expect(rowIn(other, product).cells[column]).toBeUndefined();
});

test("a maximum retail price is published in India and left out with a warning elsewhere", () => {
  const product = { custom_attributes: { maximum_retail_price: 25 } };
  expect(rowIn("IN", product)).toMatchObject({ issues: [], cells: { maximum_retail_price: "25.00 INR" } });
  expect(rowIn("US", product).issues).toEqual(["warning not_for_market maximum_retail_price"]);
});

test("installments and subscriptions in another currency than the price are left out with a warning", () => {
  const installment = { months: 6, amount: 4, currency: "USD" };
  const subscription_cost = { period: "month", period_length: 12, amount: 2, currency: "USD" };
  expect(rowIn("US", { installment, subscription_cost })).toMatchObject({
    issues: [],
    cells: { installment: ["6:4.00 USD"], subscription_cost: ["month:12:2.00 USD"] },
  });
  const euros = rowIn("DE", { installment, subscription_cost });
  expect(euros.issues).toEqual(["warning not_for_market installment", "warning not_for_market subscription_cost"]);
  expect([euros.cells.installment, euros.cells.subscription_cost]).toEqual([undefined, undefined]);
});

const content = { value: 750, unit: "ml" };
test.each([
  [content, { value: 100, unit: "ml" }, "100 ml", []],
  [content, { value: 1, unit: "l" }, "1 l", []],
  [content, { value: 75, unit: "cl" }, "75 cl", []],
  [content, { value: 3, unit: "l" }, undefined, ["warning invalid_value unit_pricing_base_measure"]],
  [content, { value: 75, unit: "ml" }, undefined, ["warning invalid_value unit_pricing_base_measure"]],
  [content, { value: 1, unit: "kg" }, undefined, ["warning invalid_value unit_pricing_base_measure"]],
  [undefined, { value: 1, unit: "kg" }, undefined, ["warning unpaired_value unit_pricing_base_measure"]],
])("of the content %j and the base %j, the base is %j", (measure, base, written, issues) => {
  const row = rowIn("US", { unit_pricing_measure: measure, unit_pricing_base_measure: base });
  expect([row.cells.unit_pricing_base_measure, row.issues]).toEqual([written, issues]);
});

test("every category of the rules is in Google's taxonomy", () => {
  const categories = googleCountryRules.flatMap((rule) => {
    if (rule.type === "needed_in_category") return rule.under;
    return rule.type === "required_when" ? (rule.unless_under?.under ?? []) : [];
  });
  expect(categories.filter((category) => !isGoogleCategory(category))).toEqual([]);
  expect(categories.length).toBeGreaterThan(25);
});

test.each([
  ["en", "Erfunden > Unsinn", ["is not in Google's product taxonomy"]],
  ["de", "Erfunden > Unsinn", ["could not be checked"]],
  ["de", "Medien > B\u00fccher", ["could not be checked"]],
  ["de", "999999999", ["is not in Google's product taxonomy"]],
  ["de", "784", []],
  ["de", "Media > Books", []],
])("in a channel in %s, the category %s has the warnings %j", (language, google_product_category, messages) => {
  const market = { country: "US", currency: "USD", language };
  const channel = { id: "ch_1", profile: "google_merchant" as const, market, defaults: {}, rules: [] };
  const { issues, isValid } = compileChannel(channel, new Date()).map({ ...SOUND_PRODUCT, google_product_category });
  const found = issues.filter(({ code }) => code === "unknown_category");
  expect(found.map(({ message }) => message)).toEqual(messages.map((message) => expect.stringContaining(message)));
  expect(isValid).toBe(true);
});
