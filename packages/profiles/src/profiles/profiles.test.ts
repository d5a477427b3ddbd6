import { describe, expect, test } from "@jest/globals";
import type { StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";

const NOW = new Date("2026-11-21T12:00:00Z");

/** Accepted by every profile, without a warning. */
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  gtin: "4006381333931",
  material: "cotton",
  product_category: "Clothing > Tees",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
};
const CHANNEL = {
  id: "ch_1",
  market: { country: "US", currency: "USD", language: "en" },
  defaults: {
    seller_name: "Acme Store",
    seller_url: "https://shop.example.com",
    return_policy: "https://shop.example.com/returns",
    accepts_returns: true,
    return_window_days: 30,
    is_eligible_search: true,
    is_eligible_checkout: false,
    target_countries: ["US"],
    store_country: "US",
  },
  rules: [],
};

type Profile = ChannelDefinition["profile"];

function rowOf(profile: Profile, product: StoredProduct, defaults: object = CHANNEL.defaults) {
  const compiled = compileChannel({ ...CHANNEL, defaults, profile }, NOW);
  const row = compiled.map({ ...PRODUCT, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, i) => [name, row.cells[i]]));
  return { values, issues: row.issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

const DATED = { availability: "preorder", availability_date: "2026-12-24" };
const SALE = {
  sale_price_amount: 15,
  sale_price_starts_at: "2026-11-01T00:00:00+01:00",
  sale_price_ends_at: "2026-12-01T00:00:00.500Z",
};

type Case = readonly [title: string, product: StoredProduct, issues: readonly string[]];

const WORN = { color: "red", gender: "unisex", age_group: "adult" };
const overridden = (columns: object): StoredProduct => ({ channel_overrides: { ch_1: columns } });
const packed = (...[shipping_length, shipping_width, shipping_height]: (string | null)[]): StoredProduct =>
  overridden({ shipping_length, shipping_width, shipping_height });
/** The one issue about a missing side. It names the first side that is present. */
const INCOMPLETE = "warning unpaired_value shipping_width";
const CHECKOUT_WITHOUT_SEARCH = overridden({ is_eligible_search: false, is_eligible_checkout: true });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  google_merchant: [
    ["a SKU of 51 characters", { sku: "x".repeat(51) }, ["error too_long id"]],
    ["a preorder without a date", { availability: "preorder" }, ["error missing_value availability_date"]],
    ["a backorder without a date", { availability: "backorder" }, ["error missing_value availability_date"]],
    ["a preorder with a date", DATED, []],
    ["a date in two years", { ...DATED, availability_date: "2028-12-24" }, ["error too_far_ahead availability_date"]],
    ["an expiration in two months", { expiration_date: "2027-01-21" }, ["warning too_far_ahead expiration_date"]],
    ["an expiration in the past", { expiration_date: "2026-11-01" }, ["warning expired expiration_date"]],
    ["an expiration tomorrow", { expiration_date: "2026-11-22" }, []],
    ["a new product without a brand", { brand: undefined }, ["error missing_value brand"]],
    ["a used product without a brand", { brand: undefined, condition: "used" }, []],
    ["a made-up brand", { brand: "Generic" }, ["error placeholder brand"]],
    ["neither GTIN nor part number", { gtin: undefined }, ["warning missing_identifier gtin"]],
    ["neither, and said so", { gtin: undefined, channel_overrides: { ch_1: { identifier_exists: "no" } } }, []],
    [
      "clothing without anything",
      { google_product_category: "Apparel & Accessories > Clothing > Shirts & Tops" },
      ["warning missing_value color", "warning missing_value size"],
    ],
    [
      "a bag, which has no size",
      { google_product_category: "Apparel & Accessories > Handbags, Wallets & Cases > Handbags", ...WORN },
      [],
    ],
    ["clothing by its number", { google_product_category: "1604", ...WORN }, ["warning missing_value size"]],
    ["clothing with all", { google_product_category: "1604", ...WORN, size: "M" }, []],
    [
      "an invented category of no clothing",
      { google_product_category: "Apparel & Accessoriesque" },
      ["warning unknown_category google_product_category"],
    ],
    ["a coupon's GTIN", { gtin: "9806381333932" }, ["error reserved_gtin gtin"]],
    ["a shop's own GTIN", { gtin: "2006381333933" }, ["error reserved_gtin gtin"]],
    ["a sample GTIN of Google's own", { gtin: "323456789012" }, ["error invalid_gtin gtin"]],
    ["sides of 1 and 3000 cm", { dimensions: { length: 1, width: 3000, unit: "cm" } }, []],
    ["a side below 1 cm", { dimensions: { length: 0.999, unit: "cm" } }, ["warning too_small product_length"]],
    ["a side above 3000 cm", { dimensions: { width: 3000.001, unit: "cm" } }, ["warning too_big product_width"]],
    ["sides of 1 and 3000 in", { dimensions: { length: 1, height: 3000, unit: "in" } }, []],
    ["a side below 1 in", { dimensions: { length: 0.999, unit: "in" } }, ["warning too_small product_length"]],
    ["a side above 3000 in", { dimensions: { height: 3001, unit: "in" } }, ["warning too_big product_height"]],
    ["sides of 10 and 30000 mm", { dimensions: { length: 10, width: 30_000, unit: "mm" } }, []],
    ["a side below 10 mm", { dimensions: { length: 9.99, unit: "mm" } }, ["warning too_small product_length"]],
    ["a side above 30 m", { dimensions: { length: 30.01, unit: "m" } }, ["warning too_big product_length"]],
    ["a side above 250 ft", { dimensions: { length: 250.1, unit: "ft" } }, ["warning too_big product_length"]],
    ["a side in light years", { dimensions: { length: 10, unit: "ly" } }, ["warning invalid_value product_length"]],
    ...["lb", "oz", "g", "kg"].flatMap((unit): Case[] => [
      [`a weight of 2000 ${unit}`, { weight: { value: 2000, unit } }, []],
      [`a weight above 2000 ${unit}`, { weight: { value: 2000.01, unit } }, ["warning too_big product_weight"]],
    ]),
    ["a package of 400 cm", packed("400 cm", "1 cm", "150 in"), []],
    ["a package above 400 cm", packed("400.1 cm", "1 cm", "1 cm"), ["warning too_big shipping_length", INCOMPLETE]],
    ["a package above 150 in", packed("150.1 in", "1 in", "1 in"), ["warning too_big shipping_length", INCOMPLETE]],
    ["a package below 1 cm", packed("0.9 cm", "1 cm", "1 cm"), ["warning too_small shipping_length", INCOMPLETE]],
    ["a package in words", packed("ten cm", "1 cm", "1 cm"), ["warning invalid_value shipping_length", INCOMPLETE]],
    ["a package without a length", packed(null, "1 cm", "1 cm"), [INCOMPLETE]],
    ...[
      ["2000 lb", "2000.1 lb"],
      ["32000 oz", "32000.1 oz"],
      ["1000000 g", "1000000.1 g"],
      ["1000 kg", "1000.1 kg"],
    ].flatMap(([most, more]): Case[] => [
      [`a package of ${most}`, overridden({ shipping_weight: most }), []],
      [`a package of ${more}`, overridden({ shipping_weight: more }), ["warning too_big shipping_weight"]],
    ]),
  ],
  stripe_agentic: [
    ["neither GTIN nor part number", { gtin: undefined }, ["error missing_identifier gtin"]],
    ["a part number alone", { gtin: undefined, mpn: "A-1" }, []],
    ["a preorder without a date", { availability: "preorder" }, ["error missing_value availability_date"]],
    ["a backorder without a date", { availability: "backorder" }, []],
    [
      "no category at all",
      { product_category: undefined, google_product_category: undefined },
      ["error missing_value google_product_category"],
    ],
    ["an image in WebP", { image_url: "https://a.example/1.webp" }, ["warning unsupported_image image_link"]],
    ["a size of 21 characters", { size: "x".repeat(21) }, ["error too_long size"]],
    ["a rating without a count", { review_rating: 4 }, ["warning unpaired_value product_review_rating"]],
    [
      "in stock with a quantity of zero",
      { inventory_quantity: 0 },
      ["warning quantity_availability_mismatch inventory_quantity"],
    ],
    ["out of stock with a quantity of zero", { inventory_quantity: 0, availability: "out_of_stock" }, []],
  ],
  "stripe_agentic@2026-05": [
    ["a backorder without a date", { availability: "backorder" }, ["error missing_value availability_date"]],
    ["no category at all", { product_category: undefined, google_product_category: undefined }, []],
  ],
  meta_catalog: [
    ["no identifier at all", { gtin: undefined, brand: undefined }, ["error missing_identifier brand"]],
    ["a brand alone", { gtin: undefined }, []],
    ["a title of 200 characters", { title: "x".repeat(200) }, []],
    ["a title of 201 characters", { title: "x".repeat(201) }, ["error too_long title"]],
  ],
  openai_products: [
    ["a title in capitals", { title: "RED TEE FOR MEN" }, ["warning all_capitals title"]],
    ["a title with a name in capitals among Japanese letters", { title: "ソニー BRAVIA XR 55" }, []],
    ["a title with a term in capitals among Arabic letters", { title: "قميص أحمر RTL" }, []],
    ["a made-up brand", { brand: "N/A" }, ["error placeholder brand"]],
    ["six stars", { review_count: 1, review_rating: 6 }, ["error too_big star_rating"]],
    ["a long size", { size: "x".repeat(21) }, ["warning too_long size"]],
    ["two sides", { dimensions: { length: 1, height: 2, unit: "cm" } }, []],
    ["one side", { dimensions: { length: 1, unit: "cm" } }, ["warning unpaired_value dimensions"]],
    ["checkout without search", CHECKOUT_WITHOUT_SEARCH, ["warning contradicting_value is_eligible_checkout"]],
  ],
  "openai_products@2026-06": [
    ["a long size", { size: "x".repeat(21) }, ["error too_long size"]],
    ["a preorder without a date", { availability: "preorder" }, ["error missing_value availability_date"]],
    ["a preorder with a date", DATED, []],
    ["one side", { dimensions: { length: 1, unit: "cm" } }, []],
    ["checkout without search", CHECKOUT_WITHOUT_SEARCH, ["warning contradicting_value is_eligible_checkout"]],
  ],
  "openai_products@2025-09": [
    [
      "checkout without search",
      overridden({ enable_search: false, enable_checkout: true }),
      ["warning contradicting_value enable_checkout"],
    ],
    ["no material", { material: undefined }, ["error missing_value material"]],
    ["no category", { product_category: undefined }, ["error missing_value product_category"]],
    ["neither GTIN nor part number", { gtin: undefined }, ["error missing_identifier gtin"]],
    ["a preorder without a date", { availability: "preorder" }, ["error missing_value availability_date"]],
  ],
};

describe.each(Object.keys(CASES))("%s", (name) => {
  const profile = name as Profile;
  test("accepts a plain product without issues", () => {
    expect(rowOf(profile, {}).issues).toEqual([]);
  });
  test.each(CASES[name] ?? [])("%s", (_title, product, issues) => {
    expect(rowOf(profile, product).issues).toEqual(issues);
  });
});

test.each([
  ["google_merchant", "discontinued", "out_of_stock"],
  ["google_merchant", "preorder", "preorder"],
  ["stripe_agentic", "backorder", "backorder"],
  ["meta_catalog", "in_stock", "in stock"],
  ["meta_catalog", "out_of_stock", "out of stock"],
  ["meta_catalog", "backorder", "available for order"],
  ["meta_catalog", "discontinued", "discontinued"],
  ["openai_products@2025-09", "backorder", "out_of_stock"],
  ["openai_products@2026-06", "preorder", "pre_order"],
] as const)("%s writes %s as %s", (profile, ours, theirs) => {
  expect(rowOf(profile, { availability: ours, availability_date: "2026-12-24" }).values.availability).toBe(theirs);
});

test.each(["openai_products@2026-06", "openai_products@2025-09"] as const)(
  "%s requires flags and policies that the newest version does not",
  (profile) => {
    const { issues } = rowOf(profile, {}, { seller_name: "Acme Store" });
    expect(issues.filter((issue) => issue.startsWith("error missing_value")).length).toBeGreaterThan(3);
    expect(rowOf("openai_products", {}, { seller_name: "Acme Store" }).issues).toEqual([]);
  },
);

test("checkout requires the seller's policies", () => {
  const defaults = { ...CHANNEL.defaults, is_eligible_checkout: true };
  expect(rowOf("openai_products", {}, defaults).issues).toEqual([
    "error missing_value seller_privacy_policy",
    "error missing_value seller_tos",
  ]);
});

test("the return window is omitted if returns are not accepted", () => {
  expect(rowOf("openai_products", {}).values.return_deadline_in_days).toBe(30);
  expect(rowOf("openai_products", { accepts_returns: false }).values.return_deadline_in_days).toBeUndefined();
});

test("units, flags, labels, sale periods and shipping are written in Google's format", () => {
  const { values } = rowOf("google_merchant", {
    ...SALE,
    weight: { value: 0.0000001, unit: "kg" },
    dimensions: { length: 10, width: 1.5, unit: "cm" },
    item_group_id: "TEES",
    variant_options: { "shoe width": "narrow, or: not", size: "8" },
    adult: false,
    is_bundle: true,
    custom_labels: ["summer", "sale"],
    shipping: [
      { country: "US", region: "CA", service: "Over: night, fast", price_amount: 5 },
      { country: "DE", price_amount: 0 },
    ],
  });
  expect(values).toMatchObject({
    product_weight: "0.0000001 kg",
    product_length: "10 cm",
    product_width: "1.5 cm",
    variant_option: ["shoe width:narrow, or: not", "size:8"],
    product_height: undefined,
    adult: "no",
    is_bundle: "yes",
    custom_label_0: "summer",
    custom_label_1: "sale",
    custom_label_2: undefined,
    sale_price: "15.00 USD",
    sale_price_effective_date: "2026-10-31T23:00:00Z/2026-12-01T00:00:00Z",
    shipping: ["US:CA:Over  night  fast:5.00 USD", "DE:::0.00 USD"],
  });
});

test.each([
  [{ length: 9.5, width: 1234, height: 30_000, unit: "mm" }, [undefined, "123.4 cm", "3000 cm"]],
  [{ length: 0.1, width: 1.1, height: 0.01, unit: "m" }, ["10 cm", "110 cm", "1 cm"]],
  [{ length: 0.1, width: 1.1, height: 250, unit: "ft" }, ["1.2 in", "13.2 in", "3000 in"]],
])("lengths in a unit that Google does not accept are converted exactly: %j", (dimensions, sides) => {
  const { product_length, product_width, product_height } = rowOf("google_merchant", { dimensions }).values;
  expect([product_length, product_width, product_height]).toEqual(sides);
});

test("measures that Google would not accept are left out of the row", () => {
  const { values } = rowOf("google_merchant", {
    ...packed("10 cm", "0 cm", "1 cm"),
    weight: { value: 2001, unit: "g" },
  });
  expect([values.product_weight, values.shipping_length, values.shipping_width]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("variant options are left out with a warning without a group", () => {
  const { values, issues } = rowOf("google_merchant", { variant_options: { size: "8" } });
  expect([values.variant_option, issues]).toEqual([undefined, ["warning unpaired_value variant_option"]]);
});

test.each(["openai_products", "openai_products@2026-06"] as const)(
  "%s has columns that need an agreement with OpenAI only by attributes",
  (profile) => {
    const shipping = [{ country: "US", price_amount: 4 }];
    const { values, issues } = rowOf(profile, { shipping, size_system: "EU", is_digital: true });
    expect(issues).toEqual([]);
    expect([values.shipping, values.size_system, values.is_digital]).toEqual([undefined, undefined, undefined]);
    const attribute = rowOf(profile, { custom_attributes: { size_system: "UK", shipping: "US:::3.00 USD" } });
    expect(attribute.values).toMatchObject({ size_system: "UK", shipping: ["US:::3.00 USD"] });
  },
);

describe("Google's price of zero", () => {
  const phone = { price_amount: 0, google_product_category: "543513" };
  const subscription_cost = { period: "month", period_length: 24, amount: 9.9, currency: "USD" };
  const installment = { months: 24, amount: 9.9, currency: "USD" };
  const path = "Electronics > Communications > Telephony > Mobile Phones";
  const refused = ["error price_not_positive price"];

  test.each([
    ["a phone with a subscription", { ...phone, subscription_cost }, "US", []],
    ["a phone in installments", { ...phone, installment, google_product_category: path }, "US", []],
    ["a tablet in installments", { ...phone, installment, google_product_category: "4745" }, "US", []],
    ["a phone without a contract", phone, "US", refused],
    ["a radio with a subscription", { ...phone, subscription_cost, google_product_category: "246" }, "US", refused],
    ["a phone with a subscription in Mexico", { ...phone, subscription_cost }, "MX", refused],
  ])("is that of %s or refused", (_title, product, country, issues) => {
    const market = { country, currency: "USD", language: "en" };
    const { map } = compileChannel({ ...CHANNEL, market, profile: "google_merchant" }, NOW);
    const found = map({ ...PRODUCT, ...product }).issues.map(({ severity, code, field }) =>
      [severity, code, field].join(" "),
    );
    expect(found).toEqual(issues);
  });
});

const toUs = { country: "US", price_amount: 5 };
test.each([
  ["one price for the country", [toUs, { country: "DE", price_amount: 9 }], "5.00 USD"],
  ["free shipping", [{ ...toUs, price_amount: 0 }], "0.00 USD"],
  ["one price for all services and regions", [{ ...toUs, region: "CA" }, toUs, { ...toUs, service: "x" }], "5.00 USD"],
  ["two prices", [toUs, { ...toUs, service: "Express", price_amount: 9 }], undefined],
  ["a price for a part of the country", [{ ...toUs, region: "CA" }], undefined],
  ["a price for another country", [{ country: "CA", price_amount: 5 }], undefined],
  ["no price", [], undefined],
])("OpenAI's shipping price with %s", (_title, shipping, price) => {
  expect(rowOf("openai_products", { shipping }).values.shipping_price).toBe(price);
});

test("checkout without search is set to false and requires no policies", () => {
  const defaults = { ...CHANNEL.defaults, is_eligible_search: false, is_eligible_checkout: true };
  for (const [profile, flag] of [
    ["openai_products", "is_eligible_checkout"],
    ["openai_products@2026-06", "is_eligible_checkout"],
    ["openai_products@2025-09", "enable_checkout"],
  ] as const) {
    const { values, issues } = rowOf(profile, {}, defaults);
    expect([values[flag], issues]).toEqual([false, [`warning contradicting_value ${flag}`]]);
  }
});

test("search is on by default, so that checkout stays on", () => {
  const { is_eligible_search: _search, ...rest } = CHANNEL.defaults;
  const policies = { seller_privacy_policy: "https://shop.example.com/p", seller_tos: "https://shop.example.com/t" };
  const { values, issues } = rowOf("openai_products", {}, { ...rest, ...policies, is_eligible_checkout: true });
  expect([values.is_eligible_checkout, issues]).toEqual([true, []]);
});

test("clothing needs color, size, gender and age group only in the countries that Google lists", () => {
  const issuesIn = (country: string) => {
    const market = { ...CHANNEL.market, country };
    const compiled = compileChannel({ ...CHANNEL, market, profile: "google_merchant" }, NOW);
    return compiled.map({ ...PRODUCT, google_product_category: "166" }).issues.map(({ message }) => message);
  };
  expect(issuesIn("DE")).toEqual(["the channel requires color, gender, age_group for Apparel & Accessories in DE"]);
  expect(issuesIn("AT")).toEqual([]);
});

test.each(["offer_id", "shipping_price"])("only the newest OpenAI version has %s", (name) => {
  const has = (profile: Profile) => name in rowOf(profile, {}).values;
  expect([has("openai_products"), has("openai_products@2026-06"), has("openai_products@2025-09")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the sale period is shown only together with the sale price", () => {
  const { values } = rowOf("google_merchant", { ...SALE, sale_price_ends_at: "2026-11-02T00:00:00Z" });
  expect([values.sale_price, values.sale_price_effective_date]).toEqual([undefined, undefined]);
});

test("Stripe gets a flag if stock is not tracked", () => {
  expect(rowOf("stripe_agentic", {}).values.inventory_not_tracked).toBe(true);
  expect(rowOf("stripe_agentic", { inventory_quantity: 3 }).values.inventory_not_tracked).toBe(false);
});
