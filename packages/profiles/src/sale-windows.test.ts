import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import type { StoredProduct } from "./channel/cell.js";
import { type ChannelDefinition, compileChannel } from "./channel/compile-channel.js";
import { publicProductsOf } from "./channel/public-product.js";
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

type State = "before" | "active" | "after";

/** Start and end of the sale, the time of the file, and the state of the sale, without using the code under test. */
const TIMES: readonly (readonly [string | undefined, string | undefined, string, State])[] = [
  [undefined, undefined, "2026-11-21T12:00:00.000Z", "active"],
  ["2026-11-21T12:00:00Z", undefined, "2026-11-21T11:59:59.999Z", "before"],
  ["2026-11-21T12:00:00Z", undefined, "2026-11-21T12:00:00.000Z", "active"],
  ["2026-11-21T13:00:00+01:00", undefined, "2026-11-21T12:00:00.000Z", "active"],
  ["2026-11-21T13:00:00-01:00", undefined, "2026-11-21T12:00:00.000Z", "before"],
  [undefined, "2026-11-21T12:00:00Z", "2026-11-21T11:59:59.999Z", "active"],
  [undefined, "2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z", "after"],
  ["2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z", "2026-11-21T12:00:00.000Z", "active"],
  ["2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z", "2026-11-19T12:00:00.000Z", "before"],
  ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00.000Z", "after"],
  // The night in which clocks go back in New York: an hour that occurs twice is two hours.
  ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-01T06:00:00.000Z", "active"],
  ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00.000Z", "after"],
  ["2028-02-29T00:00:00Z", "2028-03-01T00:00:00Z", "2028-02-29T23:59:59.000Z", "active"],
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

/** Profiles whose specification has a column for the period. */
const WITH_PERIOD = /^(?:google_merchant|meta_catalog|stripe_agentic|openai_products@2025-09)/;

describe.each(profiles)("a sale in %s", (profile) => {
  test.each(TIMES)("from %s to %s, in a file of %s: %s", (starts, ends, time, state) => {
    const product = JSON.parse(
      JSON.stringify({ ...PRODUCT, sale_price_starts_at: starts, sale_price_ends_at: ends }),
    ) as StoredProduct;
    const compiled = compileChannel(channelOf(profile), new Date(time));
    const row = compiled.map(product);
    const cellOf = (type: string) => row.cells[compiled.columns.findIndex((column) => column.type === type)];
    const hasBoth = starts !== undefined && ends !== undefined;
    const isScheduled = state === "before" && WITH_PERIOD.test(profile) && hasBoth;
    // Stripe requires both ends with a sale price; without them it is left out with a warning.
    const isLeftOut = profile === "stripe_agentic@2026-11" && state === "active" && !hasBoth;
    const isWritten = (state === "active" && !isLeftOut) || isScheduled;
    expect(cellOf("sale_money")).toBe(isWritten ? "15.00 USD" : undefined);
    if (WITH_PERIOD.test(profile)) expect(cellOf("sale_window") !== undefined).toBe(isWritten && hasBoth);
    const isOneEnd = WITH_PERIOD.test(profile) && (state === "before" || (state === "active" && ends !== undefined));
    const warnings = row.issues.filter(({ code, severity }) => code === "unpaired_value" && severity === "warning");
    expect(warnings).toHaveLength(isLeftOut || (isOneEnd && !hasBoth) ? 1 : 0);
  });
});

describe("a future sale", () => {
  const NOW = new Date("2026-11-21T12:00:00Z");
  const SALE = { sale_price_starts_at: "2026-12-01T00:00:00Z", sale_price_ends_at: "2026-12-08T00:00:00Z" };
  const rowOf = (product: StoredProduct, channel: Partial<ChannelDefinition> = {}) => {
    const compiled = compileChannel({ ...channelOf("meta_catalog"), ...channel }, NOW);
    const { cells, issues } = compiled.map({ ...PRODUCT, ...SALE, ...product });
    const cellOf = (name: string) => cells[compiled.columns.findIndex((column) => column.name === name)];
    return { cellOf, period: cellOf("sale_price_effective_date"), issues: issues.map(({ code }) => code) };
  };

  test("of a market's price is written with its own period", () => {
    const sale_starts_at = "2026-12-24T00:00:00Z";
    const sale_ends_at = "2026-12-27T00:00:00Z";
    const entry = { currency: "USD", country: "US", amount: 30, sale_amount: 25, sale_starts_at, sale_ends_at };
    const { cellOf, period } = rowOf({ prices: [entry] });
    expect([cellOf("sale_price"), period]).toEqual(["25.00 USD", `${sale_starts_at}/${sale_ends_at}`]);
  });

  test("by an override is written with the period of the override", () => {
    const overrides = { sale_price_amount: 12, sale_price_starts_at: "2026-12-02T00:00:00Z" };
    const { cellOf, period } = rowOf({ channel_overrides: { ch_1: overrides } });
    expect([cellOf("sale_price"), period]).toEqual(["12.00 USD", "2026-12-02T00:00:00Z/2026-12-08T00:00:00Z"]);
  });

  test("is left out with a warning if the channel clears its period", () => {
    const cleared = rowOf({ channel_overrides: { ch_1: { sale_price_effective_date: "" } } });
    expect([cleared.cellOf("sale_price"), cleared.issues]).toEqual([undefined, ["unpaired_value"]]);
  });

  const own = (...columns: Column[]): Partial<ChannelDefinition> => ({
    profile: "custom",
    definition: { name: "x", version: "1", title: "X", source: null, formats: ["csv"], columns, checks: [] },
  });
  const sale: Column = { name: "sale", type: "sale_money", from: "sale_price_amount" };
  const start: Column = { name: "start", type: "moment", from: "sale_price_starts_at" };

  test("of a workspace's profile is written if a column has its start, unless another has its amount anyway", () => {
    expect(rowOf({}, own(sale)).cellOf("sale")).toBeUndefined();
    expect(rowOf({}, own(sale, start)).cellOf("sale")).toBe("15.00 USD");
    const openEnd = rowOf({ sale_price_ends_at: undefined }, own(sale, start));
    expect([openEnd.cellOf("sale"), openEnd.issues]).toEqual(["15.00 USD", []]);
    const amount: Column = { name: "amount", type: "decimal", from: "sale_price_amount" };
    const current = rowOf({}, own(sale, amount, start));
    expect([current.cellOf("sale"), current.cellOf("amount"), current.issues]).toEqual([undefined, 15, []]);
  });

  test("does not change the price per unit yet", () => {
    const unit_pricing_measure = { value: 2, unit: "kg" };
    expect(rowOf({ unit_pricing_measure }).cellOf("unit_price")).toMatchObject({ value: 10 });
    const active = { unit_pricing_measure, sale_price_starts_at: "2026-11-01T00:00:00Z" };
    expect(rowOf(active).cellOf("unit_price")).toMatchObject({ value: 7.5 });
  });

  test("is not the current price that a published channel shows", () => {
    const product = { ...PRODUCT, ...SALE, price: "20.00 USD" };
    const shown = publicProductsOf(
      channelOf("meta_catalog"),
      NOW,
    )({
      catalogId: "ch_1",
      sku: "TEE-1",
      doc: JSON.stringify(product),
    });
    expect([shown?.price, shown?.salePrice]).toEqual(["20.00 USD", null]);
  });
});

describe("a period that a rule or an override gives to a product without a sale price", () => {
  const window = "2026-12-01T00:00:00Z/2026-12-24T00:00:00Z";
  const { sale_price_amount: _sale, ...regular } = PRODUCT;
  const rule = ruleSchema.parse({ type: "constant", field: "sale_price_effective_date", value: window });
  const now = new Date("2026-11-21T12:00:00Z");
  const rowOf = (profile: ChannelDefinition["profile"], product: StoredProduct, rules = [rule]) => {
    const { columns, map } = compileChannel({ ...channelOf(profile), rules }, now);
    const { cells, issues } = map(product);
    const place = columns.findIndex(({ type }) => type === "sale_window");
    return { cell: cells[place], issues: issues.filter(({ field }) => field === columns[place]?.name) };
  };

  test.each(profiles.filter((name) => WITH_PERIOD.test(name)))("is left out in %s with a warning", (profile) => {
    const left = {
      cell: undefined,
      issues: [
        { severity: "warning", code: "unpaired_value", message: expect.stringContaining("only with sale_price") },
      ],
    };
    expect(rowOf(profile, regular)).toMatchObject(left);
    const overridden = { ...regular, channel_overrides: { ch_1: { sale_price_effective_date: window } } };
    expect(rowOf(profile, overridden, [])).toMatchObject(left);
    const onSale = {
      ...PRODUCT,
      sale_price_starts_at: "2026-12-01T00:00:00Z",
      sale_price_ends_at: "2026-12-24T00:00:00Z",
    };
    expect(rowOf(profile, onSale)).toEqual({ cell: window, issues: [] });
    expect(rowOf(profile, { ...onSale, sale_price_amount: undefined }, []).issues).toEqual([]);
  });
});

test("a flag for variations that a rule sets is left out with a warning for a product without a group", () => {
  const rules = [ruleSchema.parse({ type: "constant", field: "listing_has_variations", value: "true" })];
  const { columns, map } = compileChannel({ ...channelOf("openai_products"), rules }, new Date());
  const { cells, issues } = map(PRODUCT);
  expect(cells[columns.findIndex(({ name }) => name === "listing_has_variations")]).toBeUndefined();
  expect(issues.map(({ code, field }) => `${code} ${field}`)).toEqual(["unpaired_value listing_has_variations"]);
  expect(map({ ...PRODUCT, item_group_id: "TEE", color: "red" }).issues).toEqual([]);
});
