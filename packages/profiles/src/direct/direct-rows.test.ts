import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { FORMATS } from "../formats/formats.js";
import { createDirectRows } from "./direct-rows.js";
import { outputAt } from "./output.js";
import { hashBytes, hashed } from "./row-hash.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const BASE = {
  id: "prod_1",
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft, warm.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  availability: "in_stock",
  price_amount: 19.9,
  price_currency: "USD",
  condition: "new",
  status: "active",
  price: "19.90 USD",
  version: 1,
};

/** Each may or may not be written directly. If it is, the row must equal that of the parsed product. */
const VARIANTS: Record<string, Record<string, unknown>> = {
  plain: {},
  quotes: { title: 'The "best"', description: 'a "b", c' },
  "breaks and tabs": { description: "a\nb\r\nc\td", title: "tab\there" },
  backslashes: { title: "a\\b\\", description: "\\n is not a break" },
  "code points": { title: "bell \u0007 and \ud800" },
  "other scripts": { title: "😀 قميص", description: "é, ü" },
  zero: { price_amount: 0 },
  "half a dollar": { price_amount: 0.5 },
  "whole dollars": { price_amount: 20 },
  "too many decimals": { price_amount: 1.234 },
  exponent: { review_rating: 1e-7 },
  "other currency": { price_currency: "EUR" },
  preorder: { availability: "preorder" },
  discontinued: { availability: "discontinued" },
  "unknown word": { availability: "soon" },
  "no brand": { brand: undefined },
  "no title": { title: undefined },
  "empty title": { title: "" },
  "null title": { title: null },
  capitals: { title: "RED TEE FOR MEN" },
  "capitals of another script": { title: "КРАСНАЯ ФУТБОЛКА" },
  "capitals and an escape": { title: "RED\nTEE FOR MEN" },
  "a short name in capitals": { title: "LED 55" },
  placeholders: { brand: "N/A", mpn: "none", title: "unknown" },
  "a coupon's gtin": { gtin: "9806381333937" },
  "a shop's gtin": { gtin: "2006381333937" },
  "a short gtin": { gtin: "96385074" },
  identified: { gtin: "4006381333931", mpn: "M-1", material: "cotton", product_category: "Tees" },
  "new to come": { availability: "preorder", availability_date: "2026-12-01" },
  "in a far future": { availability: "backorder", availability_date: "2029-12-01", expiration_date: "2029-12-01" },
  "used without brand": { brand: undefined, condition: "used" },
  "empty shelf": { inventory_quantity: 0 },
  "empty shelf and honest": { inventory_quantity: 0, availability: "out_of_stock" },
  returns: { accepts_returns: true, return_window_days: 30 },
  "no returns": { accepts_returns: false, return_window_days: 30 },
  "too many stars": { review_count: 3, review_rating: 5.5 },
  links: { video_url: "https://a.b/v", model_3d_url: "https://a.b/m.glb" },
  packs: { multipack: 3, is_bundle: true, size_type: "petite" },
  "sale window": {
    sale_price_amount: 10,
    sale_price_starts_at: "2026-01-01T00:00:00+01:00",
    sale_price_ends_at: "2027-01-01T00:00:00Z",
  },
  "150 characters": { title: "x".repeat(150) },
  "151 characters": { title: "x".repeat(151) },
  "150 wide characters": { title: "é".repeat(150) },
  gtin: { gtin: "4006381333931" },
  "wrong gtin": { gtin: "4006381333932" },
  "not a gtin": { gtin: "ABC" },
  group: { item_group_id: "TEE", variant_options: { color: "red", size: 'M "wide"' } },
  "group like item": { item_group_id: "TEE-1" },
  "options without group": { variant_options: { color: "red" } },
  lists: { tags: ["a", "b"], custom_labels: ["one"] },
  shipping: { shipping: [{ country: "US", price_amount: 1 }] },
  "shipping at two prices": {
    shipping: [
      { country: "US", price_amount: 1 },
      { country: "US", price_amount: 2 },
    ],
  },
  "lists of numbers": { tags: [1] },
  "empty lists": { tags: [], variant_options: {} },
  numbers: { inventory_quantity: 12, is_digital: false, adult: true, age_restriction: 18 },
  images: { additional_image_urls: ["https://a.b/1", "https://a.b/2", "https://a.b/ü"] },
  "one image": { additional_image_urls: ["https://a.b/1"] },
  "images with commas": { additional_image_urls: ["https://a.b/1", "https://a.b/2,3"] },
  "images with escapes": { additional_image_urls: ['https://a.b/"1"'] },
  "images that are none": { additional_image_urls: ["", null, 1, ["x"]] },
  "twenty images": { additional_image_urls: Array.from({ length: 20 }, (_, i) => `https://a.b/${i}`) },
  sale: { sale_price_amount: 10, sale_price_ends_at: "2027-01-01T00:00:00Z" },
  reviews: { review_count: 3, review_rating: 4.5 },
  "lone review": { review_count: 3 },
  measures: { weight: { value: 1.5, unit: "kg" }, dimensions: { length: 1, width: 2, unit: "cm" } },
  "one side": { dimensions: { length: 0.5, unit: "mm" } },
  "too heavy": { weight: { value: 2001, unit: "lb" } },
  "checkout without search": { channel_overrides: { ch_1: { is_eligible_search: false, is_eligible_checkout: true } } },
  seller: { seller: { name: "Other" } },
  html: { title: "<b>Red</b> tee", description: "a < b &amp; c" },
  "an image in vectors": { image_url: "https://a.b/logo.svg" },
  "an image in vectors and a query": { image_url: "https://a.b/logo.SVG?v=1.jpg" },
  "an image of a newer kind": { image_url: "https://a.b/1.webp#x" },
  "an image of no known kind": { image_url: "https://a.b/i/12345" },
  "an image with a query": { image_url: "https://a.b/1.jpeg?v=2" },
  "a price of the market": { prices: [{ currency: "USD", amount: 5 }] },
  "a price of another market": { prices: [{ currency: "JPY", amount: 500 }] },
  "attributes of columns": { custom_attributes: { tax_code: "T", promotion_id: ["P", "Q"], is_digital: true } },
  overridden: { channel_overrides: { ch_1: { title: "Mine" } } },
  "overridden elsewhere": { channel_overrides: { ch_2: { title: "Not mine", price_currency: "EUR" } } },
  translated: { translations: { en: { title: "In English" } } },
  "translated elsewhere": { translations: { fr: { title: "En français" } } },
  "code points inside": {
    item_group_id: "G",
    variant_options: { "a\u0000": "\ud83d", b: "\\ud83d" },
    tags: ["\u0007"],
  },
  "keys inside": { custom_attributes: { title: "inner", 'a"b': [1, { sku: "no" }] } },
  "other order": { sku: "Z", zzz: "unknown", title: "last" },
};

const channel = (profile: ChannelDefinition["profile"], more: Partial<ChannelDefinition> = {}): ChannelDefinition => ({
  id: "ch_1",
  profile,
  market: { country: "US", currency: "USD", language: "en" },
  defaults: DEFAULTS,
  rules: [],
  ...more,
});

const DEFAULTS = {
  seller_name: 'Acme "Store", Inc',
  brand: "Own brand",
  is_eligible_search: true,
  is_eligible_checkout: false,
  target_countries: ["US"],
  store_country: "US",
  seller_url: "https://shop.example.com",
  return_policy: "https://shop.example.com/returns",
};
const PINNED = CHANNEL_PROFILES.filter((name) => name.includes("@"));
/** Profiles with few checks: more of their rows are written directly. */
const LENIENT: readonly string[] = ["generic@1", "openai_products@2026-09"];
const DIRECT = ["plain", "quotes", "breaks and tabs", "backslashes", "other scripts", "lists", "numbers"].concat([
  "gtin",
  "images",
  "one image",
  "a short name in capitals",
  "identified",
]);

describe.each(PINNED)("%s", (profile) => {
  describe.each(["csv", "jsonl"] as const)("as %s", (format) => {
    const more = profile === "openai_products@2025-09" ? { return_window_days: 14 } : {};
    const definition = channel(profile, { defaults: { ...DEFAULTS, ...more } });
    const compiled = compileChannel(definition, NOW);
    const writer = FORMATS[format].writer(compiled.columns);
    const direct = createDirectRows(definition, compiled.profile, format);
    const write = (json: string) => {
      const product = Buffer.from(json);
      const isWritten = direct?.make(product, 0, product.length) ?? false;
      const out = outputAt(Buffer.alloc(5 + (direct?.length() ?? 0)), 5);
      if (isWritten) direct?.append(out);
      const { high, low } = hashed;
      return { isWritten, text: out.bytes.toString("utf8", 5, out.at), out, hash: [high, low] };
    };

    test.each(Object.entries(VARIANTS))(
      "a row with %s has the same bytes as the parsed product's",
      (_title, variant) => {
        const json = JSON.stringify({ ...BASE, ...variant });
        const { isWritten, text, out, hash } = write(json);
        if (!isWritten) return;
        const row = compiled.map(JSON.parse(json));
        expect([row.isValid, row.issues, text]).toEqual([true, [], writer.row(row.cells)]);
        hashBytes(out.view, 5, out.at);
        expect(hash).toEqual([hashed.high, hashed.low]);
      },
    );

    test.each(LENIENT.includes(profile) ? DIRECT : ["identified"])(
      "a row with %s is written without parsing",
      (title) => {
        expect(write(JSON.stringify({ ...BASE, ...VARIANTS[title] })).isWritten).toBe(true);
      },
    );

    test("combinations of all variants have the same bytes as well", () => {
      const variants = Object.values(VARIANTS);
      for (let seed = 1; seed <= 600; seed += 1) {
        const chosen = variants.filter((_, i) => (seed * (i + 7) * 2654435761) % 2 ** 32 < 2 ** 29);
        const json = JSON.stringify(Object.assign({}, BASE, ...chosen));
        const { isWritten, text } = write(json);
        if (!isWritten) continue;
        const row = compiled.map(JSON.parse(json));
        expect([row.isValid, row.issues, text]).toEqual([true, [], writer.row(row.cells)]);
      }
    });

    test.each([
      "",
      "{",
      "{}",
      "[]",
      '{"sku"',
      '{"sku":',
      '{"sku":"A',
      '{"sku":"A"',
      "null",
      "{bad json}",
      '{"a":[1,2}',
    ])("text that is not a product, %j, is left to the parser", (json) => {
      expect(write(json).isWritten).toBe(false);
    });
  });
});

describe("products of any size, one after the other", () => {
  const definition = channel("openai_products@2026-09");
  const compiled = compileChannel(definition, NOW);
  const writer = FORMATS.csv.writer(compiled.columns);
  const rows = createDirectRows(definition, compiled.profile, "csv");

  test.each([10, 70_000, 1, 3_000_000, 500])("as one whose labels have %i characters", (length) => {
    const json = JSON.stringify({ ...BASE, metadata: { note: "x".repeat(length) }, color: 'a,"b"' });
    const block = Buffer.from(`${json}${json.toUpperCase()}`);
    expect(rows?.make(block, 0, Buffer.byteLength(json))).toBe(true);
    const out = outputAt(Buffer.alloc(rows?.length() ?? 0), 0);
    rows?.append(out);
    expect(out.bytes.toString()).toBe(writer.row(compiled.map(JSON.parse(json)).cells));
    expect([rows?.amount(), rows?.isOutOfStock()]).toEqual([19.9, false]);
  });

  test("with more different keys than can be remembered", () => {
    const known = JSON.stringify(BASE);
    for (let i = 0; i < 300; i += 1) {
      const product = Buffer.from(`${known.slice(0, -1)},"key_${i}":1}`);
      if (i < 200) expect(rows?.make(product, 0, product.length)).toBe(true);
      else rows?.make(product, 0, product.length);
    }
    const product = Buffer.from(known);
    expect(rows?.make(product, 0, product.length)).toBe(true);
  });

  test("that are incomplete", () => {
    const product = Buffer.from(JSON.stringify({ ...BASE, title: "caf\u00e9" }));
    for (let end = 0; end < product.length; end += 1) expect(rows?.make(Buffer.from(product), 0, end)).toBe(false);
  });
});

test("products of a channel with rules are parsed", () => {
  const definition = channel("generic", { rules: [{ type: "truncate", field: "title", max: 5 }] });
  expect(createDirectRows(definition, compileChannel(definition, NOW).profile, "csv")).toBeUndefined();
});

test.each([
  ["a default that a check would remove", { return_window_days: 30 }],
  ["a default that a column rejects", { brand: "generic" }],
  ["a default that another one sets to false", { is_eligible_search: false, is_eligible_checkout: true }],
])("products of a channel with %s are parsed", (_title, defaults) => {
  const definition = channel("openai_products", { defaults });
  expect(createDirectRows(definition, compileChannel(definition, NOW).profile, "csv")).toBeUndefined();
});

test("products of a channel that requires translations are parsed", () => {
  const market = { country: "US", currency: "USD", language: "en", untranslated: "warn" } as const;
  const definition = channel("generic", { market });
  expect(createDirectRows(definition, compileChannel(definition, NOW).profile, "csv")).toBeUndefined();
});

test("if a default requires other values, products without them are parsed", () => {
  const definition = channel("openai_products", { defaults: { ...DEFAULTS, is_eligible_checkout: true } });
  const direct = createDirectRows(definition, compileChannel(definition, NOW).profile, "csv");
  const product = Buffer.from(JSON.stringify(BASE));
  expect(direct?.make(product, 0, product.length)).toBe(false);
});
