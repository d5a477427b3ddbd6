import { describe, expect, test } from "@jest/globals";
import { PROFILES } from "../profiles/profile-list.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { createLister } from "./list-product.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
};
const CHANNEL: ChannelDefinition = {
  id: "ch_1",
  profile: "openai_products",
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: "Acme Store" },
  rules: [],
};

function mapped(product: StoredProduct, channel: Partial<ChannelDefinition> = {}, now = NOW) {
  const compiled = compileChannel({ ...CHANNEL, ...channel }, now);
  const row = compiled.map({ ...PRODUCT, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, i) => [name, row.cells[i]]));
  return { ...row, values, codes: row.issues.map(({ code, field, severity }) => `${severity} ${code} ${field}`) };
}

describe("OpenAI's products", () => {
  test("a product with the nine required values is valid, and no other values are added", () => {
    const { isValid, issues, values } = mapped({});
    expect([isValid, issues]).toEqual([true, []]);
    expect(JSON.parse(JSON.stringify(values))).toEqual({
      item_id: "TEE-1",
      title: "Red tee",
      description: "Soft.",
      url: "https://shop.example.com/p/1",
      brand: "Acme",
      seller_name: "Acme Store",
      image_url: "https://img.example.com/1.jpg",
      availability: "in_stock",
      price: "19.90 USD",
      condition: "new",
      target_countries: ["US"],
      store_country: "US",
    });
  });

  test.each(["title", "description", "url", "brand", "image_url", "availability", "price_amount"])(
    "without %s the row is left out, with an issue for the column",
    (field) => {
      const { isValid, issues } = mapped({ [field]: undefined });
      expect(isValid).toBe(false);
      expect(issues[0]).toMatchObject({ code: "missing_value", field: field.replace("_amount", "") });
    },
  );

  test.each([
    ["in_stock", "in_stock"],
    ["out_of_stock", "out_of_stock"],
    ["preorder", "pre_order"],
    ["backorder", "backorder"],
    ["discontinued", "out_of_stock"],
  ])("availability %s is written %s", (ours, theirs) => {
    expect(mapped({ availability: ours }).values.availability).toBe(theirs);
  });

  test.each([
    ["USD", 79.9, "79.90 USD"],
    ["JPY", 500, "500 JPY"],
    ["KWD", 1.25, "1.250 KWD"],
    ["CLF", 0.0001, "0.0001 CLF"],
  ])("prices in %s have exactly the currency's decimals", (currency, amount, text) => {
    const market = { ...CHANNEL.market, currency };
    expect(mapped({ price_amount: amount, price_currency: currency }, { market }).values.price).toBe(text);
  });

  test.each([
    ["openai_products", 150, []],
    ["openai_products", 151, ["warning too_long title"]],
    ["openai_products@2026-06", 150, []],
    ["openai_products@2026-06", 151, ["error too_long title"]],
  ] as const)("in %s a title of %i characters (code points) has the issues %j", (profile, length, issues) => {
    const { codes } = mapped({ title: "😀".repeat(length) }, { profile });
    expect(codes.filter((code) => code.endsWith(" title"))).toEqual(issues);
  });

  test("the countries are the market's, unless the channel or the product sets others", () => {
    const market = { country: "CA", currency: "USD", language: "en" };
    const countriesOf = ({ target_countries, store_country }: Record<string, unknown>) => [
      target_countries,
      store_country,
    ];
    expect(countriesOf(mapped({}, { market }).values)).toEqual([["CA"], "CA"]);
    const defaults = { seller_name: "Acme", target_countries: ["US", "CA"], store_country: "US" };
    expect(countriesOf(mapped({}, { market, defaults }).values)).toEqual([["US", "CA"], "US"]);
    const own = { custom_attributes: { target_countries: ["MX"], store_country: "MX" } };
    expect(countriesOf(mapped(own, { market }).values)).toEqual([["MX"], "MX"]);
  });

  test.each([
    ["another currency", { price_currency: "EUR" }, "error currency_mismatch price"],
    ["a price of zero", { price_amount: 0 }, "error price_not_positive price"],
    ["a GTIN with a wrong check digit", { gtin: "4006381333932" }, "error invalid_gtin gtin"],
    ["an SVG image", { image_url: "https://img.example.com/logo.SVG?v=2" }, "error unsupported_image image_url"],
    ["a WebP image", { image_url: "https://img.example.com/1.webp" }, "warning unsupported_image image_url"],
    ["HTML", { title: "<b>Red</b> tee" }, "warning html_converted title"],
    ["an entity", { description: "Soft &amp; warm" }, "warning html_converted description"],
    ["a long brand", { brand: "b".repeat(71) }, "warning too_long brand"],
    ["a group named like the item", { item_group_id: "TEE-1" }, "warning same_value group_id"],
    ["a rating without a count", { review_rating: 4.5 }, "warning unpaired_value star_rating"],
  ])("%s has an issue", (_title, product, issue) => {
    const { codes, isValid } = mapped(product);
    expect(codes).toEqual([issue]);
    expect(isValid).toBe(issue.startsWith("warning"));
  });

  test("HTML is converted to text, and text that only looks like HTML stays", () => {
    const html = "<p>Soft &amp; warm.</p><ul><li>Red</li></ul>";
    expect(mapped({ description: html }).values.description).toBe("Soft & warm.\nRed");
    expect(mapped({ title: "Width < 5 cm & height > 3" }).values.title).toBe("Width < 5 cm & height > 3");
    expect(mapped({ title: "a <3 tee" }).codes).toEqual([]);
    const product = { description: html };
    expect(mapped(product, { profile: "google_merchant" }).values.description).toBe(html);
    expect(mapped(product, { profile: "generic" }).values.description).toBe(html);
  });

  test("the variants of a group are marked as such, other products are not", () => {
    const group = { item_group_id: "TEE", variant_options: { color: "red" } };
    expect(mapped(group).values).toMatchObject({ group_id: "TEE", listing_has_variations: true });
    expect(mapped(group).values.variant_dict).toEqual({ color: "red" });
    expect(mapped({ variant_options: { color: "red" } }).values.variant_dict).toBeUndefined();
  });

  test("measures are decimal strings without an exponent", () => {
    const { values } = mapped({
      weight: { value: 0.0000005, unit: "kg" },
      dimensions: { length: 10.5, width: 2, unit: "cm" },
    });
    expect([values.weight, values.item_weight_unit]).toEqual(["0.0000005", "kg"]);
    expect(values.dimensions).toEqual({ length: "10.5", width: "2", unit: "cm" });
  });
});

describe("the date of a preorder", () => {
  const preorder = (availability_date: string) =>
    mapped({ availability: "preorder", availability_date, gtin: "4006381333931" }, { profile: "google_merchant" })
      .codes;

  test.each([
    ["2026-11-21T11:59:59Z", ["warning date_passed availability_date"]],
    ["2026-11-21T12:00:01Z", []],
    ["2026-11-19", ["warning date_passed availability_date"]],
    ["2026-11-20", ["warning date_passed availability_date"]],
    ["2026-11-21", []],
  ])("of %s has the issues %j", (date, issues) => expect(preorder(date)).toEqual(issues));

  test("changes the listing when it has passed", () => {
    const product = { ...PRODUCT, availability: "preorder", availability_date: "2026-12-01T08:00:00Z" };
    const { nextChangeAt } = createLister({ ...CHANNEL, profile: "google_merchant" }, NOW)(product);
    expect(nextChangeAt).toEqual(new Date("2026-12-01T08:00:00Z"));
  });
});

describe("HTML in plain text", () => {
  const rules = ["title", "description"].map((field) => ({ type: "strip_html" as const, field }));

  test("becomes one line in a title and lines in a description", () => {
    const html = "Red<br>tee<ul><li>soft</li><li>warm</li></ul>";
    const { values, codes } = mapped({ title: html, description: html });
    expect([values.title, values.description]).toEqual(["Red tee soft warm", "Red\ntee\nsoft\nwarm"]);
    expect(codes).toEqual(["warning html_converted title", "warning html_converted description"]);
    expect(mapped({ title: html, description: html }, { rules }).values).toMatchObject({
      title: values.title,
      description: values.description,
    });
  });

  test("is decoded once, also if a rule does it; an override is converted", () => {
    const title = "How to write &lt;b&gt; &amp;amp; vector<int>";
    const decoded = "How to write <b> &amp; vector<int>";
    expect(mapped({ title }).values.title).toBe(decoded);
    expect(mapped({ title }, { rules })).toMatchObject({ values: { title: decoded }, codes: [] });
    const channel_overrides = { ch_1: { title: "Red <b>tee</b>" } };
    expect(mapped({ title, channel_overrides }, { rules }).values.title).toBe("Red tee");
  });
});

describe("sales", () => {
  const sale = { sale_price_amount: 15 };
  test.each([
    ["without a window", {}, "15.00 USD"],
    ["at its start", { sale_price_starts_at: "2026-11-21T12:00:00Z" }, "15.00 USD"],
    ["before it starts", { sale_price_starts_at: "2026-11-21T13:00:01+01:00" }, undefined],
    ["in its last second", { sale_price_ends_at: "2026-11-21T12:00:01Z" }, "15.00 USD"],
    ["at its end", { sale_price_ends_at: "2026-11-21T12:00:00Z" }, undefined],
  ])("%s", (_title, window, price) => {
    for (const profile of ["generic", "openai_products"] as const) {
      expect(mapped({ ...sale, ...window }, { profile }).values.sale_price).toBe(price);
    }
  });

  test("a sale that is not below the price is left out with a warning", () => {
    const { values, codes, isValid } = mapped({ ...sale, channel_overrides: { ch_1: { price: 14 } } });
    expect([values.price, values.sale_price, isValid]).toEqual(["14.00 USD", undefined, true]);
    expect(codes).toEqual(["warning sale_not_below_price sale_price"]);
  });
});

describe("precedence", () => {
  const rules = [
    { type: "constant", field: "title", value: "From the rule" },
    { type: "truncate", field: "title", max: 8 },
  ] as const;
  test("the product's value over the channel's default", () => {
    const defaults = { brand: "Default", seller_name: "Default" };
    expect(mapped({}, { defaults }).values).toMatchObject({ brand: "Acme", seller_name: "Default" });
  });
  test("a rule over the product's value, rules in their order", () => {
    expect(mapped({}, { rules: [...rules] }).values.title).toBe("From the");
  });
  test("the product's override over everything, by the column's name or the product's field", () => {
    const overrides = { title: "Mine", sku: "X", price_amount: 5 };
    const { values } = mapped(
      { channel_overrides: { ch_1: overrides, ch_2: { title: "Not" } } },
      { rules: [...rules] },
    );
    expect(values).toMatchObject({ title: "Mine", item_id: "X", price: "5.00 USD" });
  });
  test.each([null, ""])("%j clears the cell, even with a default", (empty) => {
    const { values, codes } = mapped({ channel_overrides: { ch_1: { seller_name: empty, mpn: empty } } });
    expect(values.seller_name).toBeUndefined();
    expect(codes).toEqual(["error missing_value seller_name"]);
  });
  test.each([
    ["url", "javascript:alert(1)"],
    ["price", "5,00 USD"],
    ["price", " "],
    ["price", "5.00 EURO"],
    ["price", 5.001],
    ["is_eligible_search", "maybe"],
    ["review_count", 1.5],
  ])("an override that %s cannot hold leaves out the row", (column, given) => {
    expect(mapped({ channel_overrides: { ch_1: { [column]: given } } }).codes).toContain(
      `error invalid_value ${column}`,
    );
  });
  test("control characters in overrides are removed", () => {
    expect(mapped({ channel_overrides: { ch_1: { title: "a\u0000b\u0007" } } }).values.title).toBe("ab");
  });
});

describe("generic", () => {
  const generic = { profile: "generic" } as const;
  test("has the product's own names and values", () => {
    const { values, isValid } = mapped({ availability: "preorder", tags: ["a"], gtin: "4006381333932" }, generic);
    expect(values).toMatchObject({ sku: "TEE-1", price_amount: 19.9, price: "19.90 USD", availability: "preorder" });
    expect(values.tags).toEqual(["a"]);
    expect(isValid).toBe(true);
  });
  test("never contains fields that are not meant for partners", () => {
    const names = PROFILES.generic.columns.map(({ name }) => name);
    for (const name of ["cost_amount", "metadata", "channel_overrides", "translations"])
      expect(names).not.toContain(name);
  });
});

test.each(Object.entries(PROFILES))(
  "%s has columns of different names, and its checks name columns it has",
  (_name, profile) => {
    const names = profile.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(() => compileChannel({ ...CHANNEL, profile: _name as keyof typeof PROFILES }, NOW)).not.toThrow();
  },
);

test("a name without a version means the newest", () => {
  expect(PROFILES.openai_products).toBe(PROFILES["openai_products@2026-09"]);
});

test("any error while mapping a product is an issue of its row", () => {
  const hostile = Object.defineProperty({ sku: "TEE-1" }, "title", {
    get: () => "x".repeat(2 ** 30),
    enumerable: true,
  });
  const compiled = compileChannel(CHANNEL, NOW);
  const { isValid, cells, issues } = compiled.map(hostile);
  expect([isValid, cells.length, cells.every((cell) => cell === undefined)]).toEqual([
    false,
    compiled.columns.length,
    true,
  ]);
  expect(issues).toEqual([
    { severity: "error", code: "mapping_failed", field: "", message: "the row could not be created (RangeError)" },
  ]);
  expect(createLister(CHANNEL, NOW)(hostile)).toMatchObject({ isValid: false, rowHash: null, issues });
});
