import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { PROFILES } from "../profiles/profile-list.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { createLister } from "./list-product.js";
import { overridableNames } from "./overridable-names.js";
import { publicProductsOf } from "./public-product.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  gtin: "4006381333931",
  material: "cotton",
  product_category: "Tees",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  price: "19.90 USD",
  sale_price_amount: 15,
  status: "active",
};
const DEFAULTS = {
  seller_name: "Acme",
  seller_url: "https://a.example",
  return_policy: "https://a.example/r",
  return_window_days: 30,
  is_eligible_search: true,
  is_eligible_checkout: false,
  target_countries: ["DE"],
  store_country: "DE",
};

function channelIn(market: object, profile: ChannelDefinition["profile"] = "google_merchant", rules: unknown[] = []) {
  const parsed = rules.map((rule): ChannelRule => ruleSchema.parse(rule));
  const euros = { country: "DE", currency: "EUR", language: "en" };
  return { id: "ch_1", profile, market: { ...euros, ...market }, defaults: DEFAULTS, rules: parsed };
}

function rowOf(product: StoredProduct, channel: ChannelDefinition = channelIn({})) {
  const compiled = compileChannel(channel, NOW);
  const row = compiled.map({ ...PRODUCT, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, i) => [name, row.cells[i]]));
  const issues = row.issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`);
  return { values, issues, isValid: row.isValid };
}

const override = (values: object) => ({ channel_overrides: { ch_1: values } });

const pinned = CHANNEL_PROFILES.filter((name) => name.includes("@"));

describe.each(pinned)("a product priced in USD, in a EUR channel of %s", (profile) => {
  const channel = channelIn({}, profile);

  test.each([
    ["without a price in EUR", {}, undefined],
    ["by an override of the column", override({ price: "8.50 EUR" }), "8.50 EUR"],
    ["by an override of amount and currency", override({ price_amount: 8.5, price_currency: "EUR" }), "8.50 EUR"],
    ["by an override of an amount alone", override({ price_amount: 8.5 }), "8.50 EUR"],
    ["by an override with a number", override({ price: 8.5 }), "8.50 EUR"],
    ["by an override in USD", override({ price: "8.50 USD" }), undefined],
    ["by an override of the currency alone", override({ price_currency: "EUR" }), undefined],
    ["by its price in EUR", { prices: [{ currency: "EUR", amount: 8.5 }] }, "8.50 EUR"],
    [
      "by its price in Germany",
      {
        prices: [
          { currency: "EUR", amount: 9 },
          { currency: "EUR", country: "DE", amount: 8.5 },
        ],
      },
      "8.50 EUR",
    ],
    ["with a price in Austria alone", { prices: [{ currency: "EUR", country: "AT", amount: 8.5 }] }, undefined],
  ])("%s", (_title, product, price) => {
    const { values, issues, isValid } = rowOf(product, channel);
    expect(isValid).toBe(price !== undefined);
    if (price === undefined) expect(issues).toContain("error currency_mismatch price");
    else expect(values.price).toBe(price);
  });

  test.each([
    ["constant", { type: "constant", field: "price", value: "8.50 EUR" }],
    ["template", { type: "template", field: "price", template: "{product.custom_attributes.euros} EUR" }],
    ["lookup", { type: "lookup", field: "price", from: "product.sku", table: { "TEE-1": "8.50 EUR" } }],
  ])("by a %s rule", (_type, rule) => {
    const { values, isValid } = rowOf({ custom_attributes: { euros: 8.5 } }, channelIn({}, profile, [rule]));
    expect([isValid, values.price]).toEqual([true, "8.50 EUR"]);
  });
});

describe("a market's price", () => {
  const prices = [
    { currency: "EUR", amount: 10, sale_amount: 8, sale_ends_at: "2026-12-01T00:00:00Z" },
    { currency: "EUR", country: "AT", amount: 11 },
    { currency: "USD", amount: 21 },
  ];

  test.each([
    ["DE", "EUR", "10.00 EUR", "8.00 EUR"],
    ["AT", "EUR", "11.00 EUR", undefined],
    ["US", "USD", "21.00 USD", undefined],
  ])(
    "in %s in %s is that of the country, otherwise that of the currency, with its own sale",
    (country, currency, price, sale) => {
      const { values } = rowOf({ prices }, channelIn({ country, currency }));
      expect([values.price, values.sale_price]).toEqual([price, sale]);
    },
  );

  test("that is missing leaves the default price for channels in its currency", () => {
    const { values } = rowOf({ prices: [] }, channelIn({ country: "US", currency: "USD" }));
    expect([values.price, values.sale_price]).toEqual(["19.90 USD", "15.00 USD"]);
  });

  test("changes a listing when its sale ends, not when the default one does", () => {
    const listing = createLister(
      channelIn({}),
      NOW,
    )({ ...PRODUCT, prices, sale_price_ends_at: "2026-11-25T00:00:00Z" });
    expect(listing.nextChangeAt).toEqual(new Date("2026-12-01T00:00:00Z"));
  });

  test("is the only price that a published channel shows", () => {
    const doc = JSON.stringify({ ...PRODUCT, prices });
    const shown = publicProductsOf(channelIn({}), NOW)({ catalogId: "ch_1", sku: "TEE-1", doc });
    expect([shown?.price, shown?.salePrice]).toEqual(["10.00 EUR", "8.00 EUR"]);
    expect(shown?.fields).toMatchObject({ price: "10.00 EUR", price_amount: 10, price_currency: "EUR" });
    expect(JSON.stringify(shown)).not.toMatch(/USD|11|prices/);
  });
});

describe("amounts in another currency than the row's price", () => {
  const shipping = [
    { country: "DE", price_amount: 5 },
    { country: "DE", service: "Express", price_amount: 9, price_currency: "EUR" },
  ];

  test.each([
    ["a sale", {}, "warning currency_mismatch sale_price"],
    ["shipping", { sale_price_amount: undefined, shipping }, "warning currency_mismatch shipping"],
  ])("%s is left out with a warning", (_title, product, issue) => {
    const { values, issues, isValid } = rowOf({ ...product, ...override({ price: "8.50 EUR" }) });
    expect([isValid, issues]).toEqual([true, [issue]]);
    expect(values.sale_price).toBeUndefined();
    expect(JSON.stringify(values)).not.toContain("USD");
  });

  test("are in the product's currency even if the market has its own price", () => {
    const { values } = rowOf({ prices: [{ currency: "EUR", amount: 9 }], shipping });
    expect(values.shipping).toEqual(["DE::Express:9.00 EUR"]);
  });

  test("are recognized in entries with times, so that they are not the entry for the country", () => {
    const timed = [
      { country: "DE", service: "DHL", price_amount: 4.9, min_transit_days: 2 },
      { country: "AT", price_amount: 3.9, price_currency: "EUR", max_transit_days: 3 },
    ];
    const { values, issues } = rowOf({ prices: [{ currency: "EUR", amount: 9 }], shipping: timed });
    expect(values.shipping).toEqual(["AT:::3.90 EUR::::3"]);
    expect(issues).toEqual(["warning currency_mismatch shipping", "warning missing_value shipping"]);
  });

  test("are no issue in entries for other countries, which are left out", () => {
    const abroad = [
      { country: "US", price_amount: 9 },
      { country: "DE", price_amount: 5, price_currency: "EUR" },
    ];
    const minimum_order_values = [{ country: "US", amount: 20, currency: "USD" }];
    const product = { prices: [{ currency: "EUR", amount: 9 }], shipping: abroad, minimum_order_values };
    const { values, issues } = rowOf(product);
    expect([values.shipping, values.minimum_order_value, issues]).toEqual([["DE:::5.00 EUR"], undefined, []]);
  });

  test.each([
    ["minimum_order_value", { minimum_order_values: [{ country: "DE", amount: 20, currency: "USD" }] }],
    ["loyalty_program", { custom_attributes: { loyalty_program: ["gold:vip:10 USD"] } }],
    ["free_shipping_threshold", { custom_attributes: { free_shipping_threshold: ["DE:50.00 USD"] } }],
    ["carrier_shipping", { custom_attributes: { carrier_shipping: ["DE::::5 USD::2 EUR"] } }],
  ])("are recognized in the parts of %s", (name, product) => {
    const { values, issues } = rowOf({ ...product, ...override({ price: "8.50 EUR" }), sale_price_amount: undefined });
    expect(values[name]).toBeUndefined();
    expect(issues).toEqual([`warning currency_mismatch ${name}`]);
  });

  test("are no amounts in parts with other text", () => {
    const product_details = [{ name: "Printed on", value: "5 USD" }];
    const { values } = rowOf({ product_details, ...override({ price: "8.50 EUR" }) });
    expect(values.product_detail).toEqual([":Printed on:5 USD"]);
  });
});

describe("a sale by an override", () => {
  test.each([
    ["starts at its own time", { sale_price_amount: 6, sale_price_starts_at: "2026-12-01T00:00:00Z" }, undefined],
    ["ends at its own time", { sale_price_amount: 6, sale_price_ends_at: "2026-12-01T00:00:00Z" }, "6.00 EUR"],
    ["names its currency", { sale_price_amount: "6.00 EUR" }, "6.00 EUR"],
    ["of the column applies at any time", { sale_price: "6.00 EUR" }, "6.00 EUR"],
  ])("%s", (_title, values, sale) => {
    expect(rowOf(override({ price: "8.50 EUR", ...values })).values.sale_price).toBe(sale);
  });

  test("has its dates in the file and changes the listing on these dates", () => {
    const sale = { sale_price_starts_at: "2026-11-20T00:00:00Z", sale_price_ends_at: "2026-12-01T00:00:00Z" };
    const product = override({ price: "8.50 EUR", sale_price_amount: 6, ...sale });
    expect(rowOf(product).values.sale_price_effective_date).toBe("2026-11-20T00:00:00Z/2026-12-01T00:00:00Z");
    const { nextChangeAt } = createLister(channelIn({}), NOW)({ ...PRODUCT, ...product });
    expect(nextChangeAt).toEqual(new Date("2026-12-01T00:00:00Z"));
  });
});

describe("generic, which also has the amount and the currency as columns", () => {
  const generic = (rules: unknown[] = []) => channelIn({}, "generic", rules);
  const agreed = { price: "8.50 EUR", price_amount: 8.5, price_currency: "EUR" };

  test.each([
    ["an override of the price", override({ price: "8.50 EUR" }), []],
    ["an override of an amount", override({ price_amount: 8.5 }), []],
    ["a rule for the price", {}, [{ type: "constant", field: "price", value: "8.50 EUR" }]],
    [
      "rules for amount and currency",
      {},
      [
        { type: "constant", field: "price_amount", value: "8.5" },
        { type: "constant", field: "price_currency", value: "EUR" },
      ],
    ],
    ["a price of the market", { prices: [{ currency: "EUR", amount: 8.5 }] }, []],
  ])("has consistent prices with %s", (_title, product, rules) => {
    expect(rowOf(product, generic(rules)).values).toMatchObject(agreed);
  });

  test.each([
    ["has no sale in the product's currency", override({ price: "8.50 EUR" }), [], undefined],
    [
      "has none that is not on",
      { sale_price_ends_at: "2026-01-01", ...override({ price: "8.50 EUR" }) },
      [],
      undefined,
    ],
    ["has the sale of an override", override({ price: "8.50 EUR", sale_price: "4.00 EUR" }), [], 4],
    ["has the sale amount of an override", override({ price: "8.50 EUR", sale_price_amount: 4 }), [], 4],
    ["has the sale of the market", { prices: [{ currency: "EUR", amount: 8.5, sale_amount: 4 }] }, [], 4],
    [
      "has the sale that rules change",
      { prices: [{ currency: "EUR", amount: 8.5, sale_amount: 4 }] },
      [{ type: "adjust_price", field: "sale_price", percent: 50 }],
      6,
    ],
  ])("%s", (_title, product, rules, amount) => {
    const { values, isValid } = rowOf(product, generic(rules));
    expect([isValid, values.price, values.sale_price_amount]).toEqual([true, "8.50 EUR", amount]);
  });

  test("names the currency of shipping prices that are not in that of the row", () => {
    const shipping = [
      { country: "DE", price_amount: 5 },
      { country: "AT", price_amount: 6, price_currency: "EUR" },
    ];
    const named = [{ country: "DE", price_amount: 5, price_currency: "USD" }, shipping[1]];
    expect(rowOf({ shipping, ...override({ price: "8.50 EUR" }) }, generic()).values.shipping).toEqual(named);
    const dollars = channelIn({ country: "US", currency: "USD" }, "generic");
    expect(rowOf({ shipping }, dollars).values.shipping).toEqual(shipping);
  });

  test.each([
    ["an override", override({ price_currency: "EUR" }), []],
    ["a rule", {}, [{ type: "constant", field: "price_currency", value: "EUR" }]],
  ])("has no price with %s for the currency alone", (_title, product, rules) => {
    const { isValid, issues } = rowOf(product, generic(rules));
    expect([isValid, issues]).toEqual([false, ["error currency_mismatch price"]]);
  });
});

describe("a profile of a workspace", () => {
  const columns: Column[] = [
    { name: "price", type: "money", from: "price_amount" },
    { name: "amount", type: "decimal_text", from: "price_amount" },
    { name: "currency", type: "enum", from: "price_currency", words: { EUR: "euro", USD: "dollar" } },
    { name: "cost", type: "money", from: "cost_amount" },
  ];
  const form = { name: "x", version: "1", title: "X", source: null, formats: ["csv"], columns, checks: [] } as const;
  const channel: ChannelDefinition = { ...channelIn({}), profile: "custom", definition: form };

  test("names the currency of an override in its own words", () => {
    const { values, isValid } = rowOf(override({ price: "8.50 EUR" }), channel);
    expect([isValid, values.amount, values.currency]).toEqual([true, "8.5", "euro"]);
  });

  test("does not take the cost to be in the currency of the market's price", () => {
    const { values, issues } = rowOf({ cost_amount: 7, prices: [{ currency: "EUR", amount: 8.5 }] }, channel);
    expect([values.price, values.cost, issues]).toEqual(["8.50 EUR", undefined, ["warning currency_mismatch cost"]]);
  });
});

describe("a profile of a workspace whose price has another name", () => {
  const columns: Column[] = [{ name: "p", type: "money", from: "price_amount" }];
  const form = { name: "x", version: "1", title: "X", source: null, formats: ["csv"], columns, checks: [] } as const;
  const channelOf = (rules: unknown[] = []): ChannelDefinition => {
    return { ...channelIn({}, "google_merchant", rules), profile: "custom", definition: form };
  };

  test.each([
    ["without a price in the market's currency", {}],
    ["with an override for the currency alone", override({ price_currency: "EUR" })],
  ])("has its name in the issue of a product %s", (_title, product) => {
    expect(rowOf(product, channelOf()).issues).toContain("error currency_mismatch p");
  });

  test("takes the override and the rule that this issue asks for", () => {
    const rule = { type: "constant", field: "p", value: "8.50 EUR" };
    expect(rowOf({}, channelOf([rule])).values.p).toBe("8.50 EUR");
    expect(rowOf(override({ p: 8.5, price_currency: "EUR" }), channelOf()).values.p).toBe("8.50 EUR");
  });
});

test("every profile has one column with the price", () => {
  for (const { columns } of Object.values(PROFILES)) {
    expect(columns.filter(({ type, from }) => type === "money" && from === "price_amount")).toHaveLength(1);
  }
});

test.each(pinned)("an override in %s may set every field that affects the price", (profile) => {
  const names = ["price", "price_amount", "price_currency", "sale_price_amount", "sale_price_ends_at"];
  expect(overridableNames({ profile })).toEqual(expect.arrayContaining(names));
});
