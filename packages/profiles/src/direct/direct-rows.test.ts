import { describe, expect, test } from "@jest/globals";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { FORMATS } from "../formats/formats.js";
import { createDirectRows } from "./direct-rows.js";

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

/** Each may or may not be directly written; whatever is must be what the long way writes. */
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
  "150 characters": { title: "x".repeat(150) },
  "151 characters": { title: "x".repeat(151) },
  "150 wide characters": { title: "é".repeat(150) },
  gtin: { gtin: "4006381333931" },
  "wrong gtin": { gtin: "4006381333932" },
  "not a gtin": { gtin: "ABC" },
  group: { item_group_id: "TEE", variant_options: { color: "red", size: 'M "wide"' } },
  "group like item": { item_group_id: "TEE-1" },
  "options without group": { variant_options: { color: "red" } },
  lists: { tags: ["a", "b"], custom_labels: ["one"], shipping: [{ country: "US", price_amount: 1 }] },
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
  seller: { seller: { name: "Other" } },
  overridden: { channel_overrides: { ch_1: { title: "Mine" } } },
  "overridden elsewhere": { channel_overrides: { ch_2: { title: "Not mine", price_currency: "EUR" } } },
  "keys inside": { custom_attributes: { title: "inner", 'a"b': [1, { sku: "no" }] } },
  "other order": { sku: "Z", zzz: "unknown", title: "last" },
};

const channel = (profile: ChannelDefinition["profile"], more: Partial<ChannelDefinition> = {}): ChannelDefinition => ({
  id: "ch_1",
  profile,
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: 'Acme "Store", Inc', brand: "House", is_eligible_search: true },
  rules: [],
  ...more,
});

describe.each(["generic", "openai_products"] as const)("%s", (profile) => {
  describe.each(["csv", "jsonl"] as const)("as %s", (format) => {
    const definition = channel(profile);
    const compiled = compileChannel(definition, NOW);
    const writer = FORMATS[format].writer(compiled.columns);
    const direct = createDirectRows(definition, compiled.profile, format);
    const write = (json: string) => {
      const product = Buffer.from(json);
      const out = { bytes: Buffer.alloc(5 + (direct?.roomFor(product.length) ?? 0)), at: 5 };
      const isWritten = direct?.write(product, 0, product.length, out) ?? false;
      return { isWritten, text: out.bytes.toString("utf8", 5, out.at), at: out.at };
    };

    test.each(Object.entries(VARIANTS))("a row with %s is to the byte what the long way writes", (_title, variant) => {
      const json = JSON.stringify({ ...BASE, ...variant });
      const { isWritten, text, at } = write(json);
      const row = compiled.map(JSON.parse(json));
      if (isWritten) expect([row.isValid, row.issues, text]).toEqual([true, [], writer.row(row.cells)]);
      else expect(at).toBe(5);
    });

    test.each([
      "plain",
      "quotes",
      "breaks and tabs",
      "backslashes",
      "other scripts",
      "group",
      "lists",
      "numbers",
      "gtin",
      "images",
      "one image",
    ])("a row with %s does not need the long way", (title) => {
      expect(write(JSON.stringify({ ...BASE, ...VARIANTS[title] })).isWritten).toBe(true);
    });

    test("all variants together, in any mixture, agree too", () => {
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
    ])("what is not a product, %j, is left to the parser", (json) => {
      expect(write(json).isWritten).toBe(false);
    });
  });
});

test("a channel with rules is left to the long way", () => {
  const definition = channel("generic", { rules: [{ type: "truncate", field: "title", max: 5 }] });
  expect(createDirectRows(definition, compileChannel(definition, NOW).profile, "csv")).toBeUndefined();
});
