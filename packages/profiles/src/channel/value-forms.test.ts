import { describe, expect, test } from "@jest/globals";
import type { Channel } from "@skucast/contracts/channels/channel";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import { checkRules } from "../rules/check-rules.js";
import { SOUND_PRODUCT } from "../testing/issue-situations.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const market = { country: "US", currency: "USD", language: "en" };
const defaults = { seller_name: "Acme", is_eligible_search: true, is_eligible_checkout: false };
type Profile = Channel["profile"];

const constant = (field: string, value: string) => ruleSchema.parse({ type: "constant", field, value });

function rowOf(profile: Profile, product: object, rules: ChannelDefinition["rules"] = []) {
  const { columns, map } = compileChannel({ id: "ch_1", profile, market, defaults, rules }, NOW);
  const { cells, issues, isValid } = map({ ...SOUND_PRODUCT, ...product });
  const cellOf = (name: string) => cells[columns.findIndex((column) => column.name === name)];
  return { cellOf, isValid, issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

/** Values that no partner can read. */
const UNUSABLE: readonly (readonly [Profile, string, string])[] = [
  ["google_merchant", "expiration_date", "soon"],
  ["google_merchant", "expiration_date", "2026-02-30"],
  ["google_merchant", "availability_date", "31.12.2026"],
  ["google_merchant", "mobile_link", "https://[bad"],
  ["google_merchant", "mobile_link", "https://x.example/a b"],
  ["google_merchant", "additional_image_link", "foo,bar"],
  ["google_merchant", "shipping", "nonsense"],
  ["google_merchant", "shipping", "US:::4,90 USD"],
  ["google_merchant", "shipping", "USA:::4.90 USD"],
  ["google_merchant", "shipping", "US:::4.90 USD:soon"],
  ["google_merchant", "installment", "six months"],
  ["google_merchant", "installment", "six:5.00 USD"],
  ["google_merchant", "certification", "EPREL"],
  ["google_merchant", "ships_from_country", "Germany"],
  ["google_merchant", "size_system", "ZZ"],
  ["google_merchant", "tax", "much"],
  ["google_merchant", "tax", "US:CA:much:y"],
  ["google_merchant", "tax", "US:CA:5.00:maybe"],
  ["google_merchant", "size_type", "Plussize"],
  ["google_merchant", "excluded_destination", "Shopping"],
  ["google_merchant", "included_destination", "Everywhere"],
  ["google_merchant", "shopping_ads_excluded_country", "Germany"],
  ["google_merchant", "structured_title", "human:Soft tee"],
  ["google_merchant", "structured_description", "ai:Soft"],
  ["google_merchant", "handling_cutoff_time", "US:3pm:America/New_York:yes"],
  ["google_merchant", "handling_cutoff_time", "US:1500:Eastern:yes"],
  ["google_merchant", "handling_cutoff_time", "US:1500:America/New_York:maybe"],
  ["google_merchant", "subscription_cost", "fortnight:2:5.00 USD"],
  ["google_merchant", "installment", "6:5.00 USD:0.00 USD:loan"],
  ["google_merchant", "minimum_order_value", "US:Standard:nowhere:5.00 USD"],
  ["google_merchant", "product_weight", "heavy"],
  ["meta_catalog", "size_type", "Plussize"],
  ["meta_catalog", "is_bundle", "maybe"],
  ["meta_catalog", "adult", "18+"],
  ["meta_catalog", "shipping_weight", "heavy"],
  ["stripe_agentic", "size_system", "ZZ"],
  ["stripe_agentic", "free_shipping_threshold", "US:50.00 USD"],
  ["stripe_agentic", "free_shipping_threshold", "US:ALL:Standard"],
  ["stripe_agentic", "applicable_fees", "US:CA:Recycling:much"],
  ["openai_products", "target_countries", "Germany, usa"],
  ["openai_products", "weight", "-3"],
  ["openai_products", "additional_image_urls", "ftp://x.example/1.jpg"],
  ["stripe_agentic", "shipping", "US"],
  ["stripe_agentic", "shipping", "US:CA:Express:soon:4.90 USD"],
  ["acp_feed", "unit_price", '{"a":1}'],
  ["acp_feed", "shipping_policy", "https://x y"],
];

describe.each(UNUSABLE)("in %s, %s of %j", (profile, name, value) => {
  test("cannot be a rule", () => {
    expect(checkRules({ profile, market, rules: [constant(name, value)] })).toMatchObject([
      { pointer: "/rules/0/value", code: "invalid_value" },
    ]);
  });

  test.each([
    ["a stored rule", {}, [constant(name, value)]],
    ["an override", { channel_overrides: { ch_1: { [name]: value } } }, []],
  ])("is left out with a warning if it is from %s", (_title, product, rules) => {
    const { cellOf, issues } = rowOf(profile, { weight: { value: 1, unit: "kg" }, ...product }, rules);
    expect(cellOf(name)).toBeUndefined();
    expect(issues).toContain(`warning invalid_value ${name}`);
  });
});

const USABLE: readonly (readonly [Profile, string, string, unknown])[] = [
  ["google_merchant", "expiration_date", "2026-12-01T10:00-0800", "2026-12-01T10:00-0800"],
  ["google_merchant", "mobile_link", "https://x.example/ä?a=b#c", "https://x.example/ä?a=b#c"],
  ["google_merchant", "shipping", "US:CA:Ground:4.90 USD:1:2:3:4", ["US:CA:Ground:4.90 USD:1:2:3:4"]],
  ["google_merchant", "installment", "6:5.00 USD", ["6:5.00 USD"]],
  ["google_merchant", "tax", "US:CA:5.00:y,US:NY:4.00:n", ["US:CA:5.00:y", "US:NY:4.00:n"]],
  ["google_merchant", "size_type", "petite", "petite"],
  ["google_merchant", "size_type", "Plus, Maternity", "Plus, Maternity"],
  ["google_merchant", "excluded_destination", "Shopping_ads,free listings", ["Shopping_ads", "free listings"]],
  ["google_merchant", "shopping_ads_excluded_country", "DE,FR", ["DE", "FR"]],
  ["google_merchant", "structured_title", "trained_algorithmic_media:A: b", ["trained_algorithmic_media:A: b"]],
  ["google_merchant", "handling_cutoff_time", "US:1500:America/New_York:yes", ["US:1500:America/New_York:yes"]],
  ["google_merchant", "handling_cutoff_time", "US:1500", ["US:1500"]],
  ["google_merchant", "product_weight", "1.5 kg", "1.5 kg"],
  ["meta_catalog", "is_bundle", "true", "yes"],
  ["meta_catalog", "size_type", "big_and_tall", "big_and_tall"],
  ["meta_catalog", "shipping_weight", "1.5 kg", "1.5 kg"],
  ["google_merchant", "carrier_shipping", "US:::FEDEX_GROUND", ["US:::FEDEX_GROUND"]],
  ["meta_catalog", "shipping", "us:::4.90 USD", ["us:::4.90 USD"]],
  ["openai_products", "target_countries", "DE,US", ["DE", "US"]],
  ["stripe_agentic", "shipping", "US:ALL:Standard:3-6:0.00 USD", ["US:ALL:Standard:3-6:0.00 USD"]],
];

test.each(USABLE)("in %s, %s of %j is published", (profile, name, value, cell) => {
  const rules = [constant(name, value)];
  expect(checkRules({ profile, market, rules })).toEqual([]);
  const row = rowOf(profile, {}, rules);
  expect(row.cellOf(name)).toEqual(cell);
  expect(row.issues.filter((issue) => issue.endsWith(` ${name}`))).toEqual([]);
});

test("of a list, the items that can work are kept", () => {
  const { cellOf, issues } = rowOf("google_merchant", {
    channel_overrides: { ch_1: { additional_image_link: "https://x.example/1.jpg,https://x.example/2 3.jpg" } },
  });
  expect(cellOf("additional_image_link")).toEqual(["https://x.example/1.jpg"]);
  expect(issues).toEqual(["warning invalid_value additional_image_link"]);
});

test("a period that ends before it starts is left out", () => {
  const { cellOf, issues } = rowOf("google_merchant", {
    sale_price_amount: 5,
    channel_overrides: { ch_1: { sale_price_effective_date: "2026-12-24T00:00:00Z/2026-12-01T00:00:00Z" } },
  });
  expect(cellOf("sale_price_effective_date")).toBeUndefined();
  expect(issues).toEqual(["warning invalid_value sale_price_effective_date"]);
});

test("a value that a required column cannot take keeps the row out", () => {
  const template = ruleSchema.parse({ type: "template", field: "link", template: "https://x.example/{title}" });
  const { issues, isValid } = rowOf("google_merchant", {}, [template]);
  expect([isValid, issues]).toEqual([false, ["error invalid_value link"]]);
});

test("a custom attribute that is no date is left out", () => {
  const { cellOf, issues } = rowOf("meta_catalog", { custom_attributes: { expiration_date: "31/12/2026" } });
  expect(cellOf("expiration_date")).toBeUndefined();
  expect(issues).toEqual(["warning invalid_value expiration_date"]);
});

test("an availability date that is none is missing where it is required", () => {
  const overrides = { ch_1: { availability_date: "tomorrow" } };
  const { issues } = rowOf("stripe_agentic", { availability: "preorder", channel_overrides: overrides });
  expect(issues).toEqual(
    ["error missing_value availability_date", "warning invalid_value availability_date"].reverse(),
  );
});
