import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { z } from "zod";
import { COUNTRIES } from "../codes/countries.js";
import { faultsOf } from "../faults.js";
import type { Fault } from "../problem.js";
import {
  PRODUCT_FIELDS,
  productBodySchema,
  productFields,
  productUpsertSchema,
  REQUIRED_ON_CREATE,
} from "./product.js";

const base = { sku: "A-1", title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };

interface Parsed {
  readonly product: Record<string, unknown>;
  readonly faults: readonly Fault[];
}

/** Parses a product through JSON text, like a request body. */
function parse(change: object, schema: z.ZodType = productUpsertSchema): Parsed {
  const parsed = schema.safeParse(JSON.parse(JSON.stringify({ ...base, ...change })));
  return parsed.success
    ? { product: parsed.data as Record<string, unknown>, faults: [] }
    : { product: {}, faults: faultsOf(parsed.error, schema) };
}
const codesOf = (change: object): string[] => parse(change).faults.map(({ pointer, code }) => `${pointer} ${code}`);

describe("a SKU", () => {
  test.each([
    ["  A-1 ", "A-1"],
    ["A  1", "A 1"],
    ["A\u00a01", "A 1"],
    ["A \u3000 1", "A 1"],
    ["a/b%c~d", "a/b%c~d"],
    ["😀".repeat(100), "😀".repeat(100)],
    ["Tee", "Tee"],
    ["tee", "tee"],
    ["..", ".."],
  ])("%j is stored as %j: trimmed, spaces collapsed, case preserved", (sent, kept) => {
    expect(parse({ sku: sent }).product.sku).toBe(kept);
  });

  test("normalization is stable: a stored SKU does not change again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (sent) => {
        const { product, faults } = parse({ sku: sent });
        if (faults.length === 0) expect(parse({ sku: product.sku }).product.sku).toBe(product.sku);
      }),
    );
  });

  test.each([
    ["", "/sku too_small"],
    ["  ", "/sku too_small"],
    ["😀".repeat(101), "/sku too_long"],
    ["a\u0000b", "/sku control_character"],
    ["a\tb", "/sku control_character"],
    ["a\u200bb", "/sku invalid_format"],
    ["a\u202eb", "/sku invalid_format"],
    ["a\uffffb", "/sku invalid_format"],
    ["\ufffe", "/sku invalid_format"],
    ["a\nb", "/sku control_character"],
    ["a\ud800b", "/sku malformed_unicode"],
    [7, "/sku invalid_type"],
    [null, "/sku invalid_type"],
  ])("%j is rejected: %s", (sku, fault) => expect(codesOf({ sku })).toEqual([fault]));
});

describe("limits count characters, not bytes or surrogates", () => {
  test.each([
    ["title", 500],
    ["brand", 200],
    ["mpn", 100],
    ["product_category", 750],
    ["description", 10_000],
    ["item_group_id", 100],
    ["color", 100],
    ["tax_class", 100],
  ])("%s allows %i and not one more", (field, max) => {
    expect(codesOf({ [field]: "漢".repeat(max) })).toEqual([]);
    expect(codesOf({ [field]: "😀".repeat(max) })).toEqual([]);
    expect(codesOf({ [field]: `${"😀".repeat(max)}x` })).toEqual([`/${field} too_long`]);
  });

  test.each([
    ["additional_image_urls", 20, "https://a.example/"],
    ["custom_labels", 5, "label"],
    ["tags", 100, "tag"],
  ])("%s allows %i entries and not one more", (field, max, entry) => {
    expect(codesOf({ [field]: Array(max).fill(entry) })).toEqual([]);
    expect(codesOf({ [field]: Array(max + 1).fill(entry) })).toEqual([`/${field} too_big`]);
  });

  test("maps have limits for keys, values and entries", () => {
    const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));
    expect(codesOf({ metadata: entries(50), variant_options: entries(30) })).toEqual([]);
    // For the product, not the body: the body's members are merged into the stored ones.
    for (const [field, count] of [["metadata", 50] as const, ["variant_options", 30] as const]) {
      expect(productFields[field].safeParse(entries(count)).success).toBe(true);
      expect(productFields[field].safeParse(entries(count + 1)).error?.issues[0]?.message).toContain("at most");
    }
    expect(codesOf({ metadata: { ["k".repeat(41)]: "v" } })).toEqual([`/metadata/${"k".repeat(41)} not_allowed`]);
    expect(codesOf({ metadata: { k: "v".repeat(501) } })).toEqual(["/metadata/k too_long"]);
  });
});

describe("text that JSON, XML or the database cannot represent is rejected in every field", () => {
  const bad = "x\u0000\u000by";
  test.each([
    [{ title: bad }, "/title"],
    [{ description: bad }, "/description"],
    [{ url: `https://a.example/${bad}` }, "/url"],
    [{ image_url: "https://a.example/\ud800" }, "/image_url"],
    [{ tags: ["ok", bad] }, "/tags/1"],
    [{ metadata: { k: bad } }, "/metadata/k"],
    [{ custom_attributes: { k: bad } }, "/custom_attributes/k"],
    [{ custom_attributes: { k: ["ok", "\udc00"] } }, "/custom_attributes/k/1"],
    [{ channel_overrides: { ch_1: { title: bad } } }, "/channel_overrides/ch_1/title"],
    [{ translations: { en: { title: bad } } }, "/translations/en/title"],
    [{ seller: { name: bad } }, "/seller/name"],
    [{ shipping: [{ country: "DE", service: bad, price_amount: 1 }] }, "/shipping/0/service"],
    [{ variant_options: { color: bad } }, "/variant_options/color"],
  ])("%j", (change, pointer) => expect(parse(change).faults.map((fault) => fault.pointer)).toEqual([pointer]));
});

describe("codes", () => {
  test("a currency is an active ISO 4217 code in any case, stored in upper case", () => {
    expect(parse({ price_currency: "eur" }).product.price_currency).toBe("EUR");
  });
  test.each(["XAU", "XXX", "XTS", "XDR", "DEM", "US", "USDT", "", "€"])("%j is not a currency", (code) => {
    expect(codesOf({ price_currency: code })).toEqual(["/price_currency not_allowed"]);
  });
  test("the error for a mistyped currency suggests the most similar one", () => {
    expect(parse({ price_currency: "UDS" }).faults[0]?.message).toMatch(/did you mean [A-Z]{3}\?/);
  });

  const shipTo = (country: string) => ({ shipping: [{ country, price_amount: 1 }] });
  test("a country is an assigned ISO 3166-1 code in any case; there are 249", () => {
    expect(COUNTRIES.size).toBe(249);
    expect(parse(shipTo("gb")).product.shipping).toEqual([{ country: "GB", price_amount: 1 }]);
    for (const code of ["EU", "XX", "ZZ", "AN", "DEU", ""]) {
      expect(codesOf(shipTo(code))).toEqual(["/shipping/0/country not_allowed"]);
    }
  });
  test("UK is rejected with GB as a suggestion", () => {
    expect(parse(shipTo("uk")).faults[0]?.message).toContain("did you mean GB?");
  });

  test.each([
    ["en", "en"],
    ["DE-ch", "de-CH"],
    ["zh-hant-TW", "zh-Hant-TW"],
  ])("language %s is stored as %s", (sent, kept) => {
    expect(parse({ translations: { [sent]: { title: "x" } } }).product.translations).toEqual({
      [kept]: { title: "x" },
    });
  });
  test.each(["english language", "en_US", "1", "e"])("language %j is rejected", (tag) => {
    expect(codesOf({ translations: { [tag]: { title: "x" } } })).toEqual([`/translations/${tag} not_allowed`]);
  });

  test("values of other systems are not guessed: errors list the allowed ones", () => {
    for (const word of ["in stock", "pre_order", "IN_STOCK", "InStock", "unknown", ""]) {
      expect(parse({ availability: word }).faults).toEqual([
        {
          pointer: "/availability",
          code: "not_allowed",
          message: "must be one of: in_stock, out_of_stock, preorder, backorder, discontinued",
        },
      ]);
    }
    expect(codesOf({ condition: "New", status: "live", gender: "m", size_system: "GB", age_group: "baby" })).toEqual([
      "/condition not_allowed",
      "/size_system not_allowed",
      "/gender not_allowed",
      "/age_group not_allowed",
      "/status not_allowed",
    ]);
  });
});

describe("a GTIN", () => {
  test.each([
    ["4006381-333931", "4006381333931"],
    ["0 36000 29145 2", "036000291452"],
    ["123456789543", "123456789543"],
    ["96385074", "96385074"],
  ])("%s is stored as the string %s; check digits are left to channels", (sent, kept) => {
    expect(parse({ gtin: sent }).product.gtin).toBe(kept);
  });
  test.each(["0-306-40615-2", "1234567", "123456789", "123456789012345", "ABCDEFGH", "", "４００６３８１３３３９３１"])(
    "%j is rejected, an ISBN-10 too",
    (gtin) => expect(codesOf({ gtin })).toEqual(["/gtin invalid"]),
  );
  test("a number is rejected, because it would have lost leading zeros", () => {
    expect(codesOf({ gtin: 36000291452 })).toEqual(["/gtin invalid_type"]);
  });
});

describe("numbers", () => {
  test.each([
    ['"price_amount":1e2', 100],
    ['"price_amount":-0', 0],
    ['"price_amount":19.90', 19.9],
    ['"price_amount":0.1e1', 1],
  ])("%s is the amount %d", (member, amount) => {
    const text = JSON.stringify(base).replace('"price_amount":19.9', member);
    const parsed = productUpsertSchema.parse(JSON.parse(text));
    expect(JSON.stringify(parsed.price_amount)).toBe(String(amount));
  });

  test.each([
    [{ price_amount: "1,299.00" }, "/price_amount invalid"],
    [{ price_amount: -0.01 }, "/price_amount too_small"],
    [{ price_amount: null }, "/price_amount invalid_type"],
    [{ price_amount: true }, "/price_amount invalid_type"],
    [{ price_amount: 4.355 }, "/price_amount too_many_decimals"],
    [{ price_amount: 1e21 }, "/price_amount too_big"],
    [{ price_amount: Number("9007199254740993") }, "/price_amount too_big"],
    [{ price_amount: 1.5, price_currency: "JPY" }, "/price_amount too_many_decimals"],
    [{ cost_amount: 1.005 }, "/cost_amount too_many_decimals"],
    [{ sale_price_amount: 1.005 }, "/sale_price_amount too_many_decimals"],
    [{ shipping: [{ country: "DE", price_amount: 1.005 }] }, "/shipping/0/price_amount too_many_decimals"],
    [{ inventory_quantity: -1 }, "/inventory_quantity too_small"],
    [{ inventory_quantity: 1.5 }, "/inventory_quantity invalid_type"],
    [{ inventory_quantity: "3" }, "/inventory_quantity invalid_type"],
    [{ inventory_quantity: 2_147_483_648 }, "/inventory_quantity too_big"],
    [{ review_rating: 5.1 }, "/review_rating too_big"],
    [{ weight: { value: 0, unit: "g" } }, "/weight/value too_small"],
    [{ version: 0 }, "/version too_small"],
    [{ version: 1.5 }, "/version invalid_type"],
    [{ version: 9_000_000_000_000_001 }, "/version too_big"],
    [{ version: Number("9007199254740993") }, "/version too_big"],
  ])("%j is rejected once: %s", (change, fault) => expect(codesOf(change)).toEqual([fault]));
});

describe("prices by market", () => {
  const pricesOf = (...prices: object[]) => codesOf({ prices });

  test("keep their order and have upper-case codes", () => {
    const prices = [
      { currency: "eur", amount: 8.5, sale_amount: 7, sale_ends_at: "2026-12-01T00:00:00Z" },
      { currency: "EUR", country: "at", amount: 8.9 },
      { currency: "JPY", amount: 1200 },
    ];
    const { product, faults } = parse({ prices });
    expect(faults).toEqual([]);
    expect(product.prices).toEqual([
      { currency: "EUR", amount: 8.5, sale_amount: 7, sale_ends_at: "2026-12-01T00:00:00Z" },
      { currency: "EUR", country: "AT", amount: 8.9 },
      { currency: "JPY", amount: 1200 },
    ]);
  });

  test.each([
    [[{ currency: "EUR", amount: 8.505 }], ["/prices/0/amount too_many_decimals"]],
    [[{ currency: "JPY", amount: 8.5 }], ["/prices/0/amount too_many_decimals"]],
    [[{ currency: "EUR", amount: -1 }], ["/prices/0/amount too_small"]],
    [[{ currency: "EUR", amount: 99_999_999_999 }], ["/prices/0/amount too_big"]],
    [[{ currency: "EURO", amount: 1 }], ["/prices/0/currency not_allowed"]],
    [[{ currency: "EUR", country: "UK", amount: 1 }], ["/prices/0/country not_allowed"]],
    [[{ currency: "EUR" }], ["/prices/0/amount required"]],
    [[{ currency: "EUR", amount: 1, price: 2 }], ["/prices/0/price unknown_field"]],
    [[{ currency: "EUR", amount: 8, sale_amount: 8 }], ["/prices/0/sale_amount sale_not_below_price"]],
    [[{ currency: "EUR", amount: 8, sale_amount: 7.001 }], ["/prices/0/sale_amount too_many_decimals"]],
    [
      [{ currency: "EUR", amount: 8, sale_starts_at: "2026-12-02T00:00:00Z", sale_ends_at: "2026-12-01T00:00:00Z" }],
      ["/prices/0/sale_ends_at window_empty"],
    ],
    [
      [
        { currency: "EUR", amount: 8 },
        { currency: "eur", amount: 9 },
      ],
      ["/prices/1 duplicate"],
    ],
    [
      [
        { currency: "EUR", country: "AT", amount: 8 },
        { currency: "EUR", country: "AT", amount: 8 },
      ],
      ["/prices/1 duplicate"],
    ],
  ])("%j are rejected: %j", (prices, faults) => expect(pricesOf(...prices)).toEqual(faults));

  test("a shipping price can have its own currency, and is checked against it", () => {
    const shipping = (price_currency: string) => [{ country: "DE", price_amount: 4.99, price_currency }];
    expect(codesOf({ shipping: shipping("EUR") })).toEqual([]);
    expect(codesOf({ shipping: shipping("JPY") })).toEqual(["/shipping/0/price_amount too_many_decimals"]);
  });
});

describe("between fields", () => {
  test.each([
    [{ sale_price_amount: 19.9 }, "/sale_price_amount sale_not_below_price"],
    [{ sale_price_amount: 20 }, "/sale_price_amount sale_not_below_price"],
    [
      { sale_price_starts_at: "2026-01-02T00:00:00Z", sale_price_ends_at: "2026-01-02T01:00:00+02:00" },
      "/sale_price_ends_at window_empty",
    ],
  ])("%j is rejected: %s", (change, fault) => expect(codesOf(change)).toEqual([fault]));

  test("a sale below the price in a valid time range is accepted", () => {
    const sale = { sale_price_amount: 19.89, sale_price_starts_at: "2026-01-01T00:00:00Z" };
    expect(codesOf({ ...sale, sale_price_ends_at: "2026-01-01T00:00:00.001Z" })).toEqual([]);
    expect(codesOf({ dimensions: { length: 1, height: 2, unit: "cm" } })).toEqual([]);
  });
});

test("all errors are reported at once: in fields, in unknown names at any depth, and between fields", () => {
  const faults = codesOf({
    sku: 1,
    titel: "x",
    price_amount: 4.355,
    availability: "here",
    sale_price_amount: 9,
    brand: "",
    seller: { nam: "x" },
    shipping: [{ country: "DE", price_amount: 1, servce: "y" }],
    translations: { en: { titel: "z" } },
    dimensions: { length: 1, unit: "cm", depth: 2 },
  });
  expect(faults.sort()).toEqual(
    [
      "/sku invalid_type",
      "/titel unknown_field",
      "/price_amount too_many_decimals",
      "/availability not_allowed",
      "/sale_price_amount sale_not_below_price",
      "/brand too_small",
      "/seller/nam unknown_field",
      "/shipping/0/servce unknown_field",
      "/translations/en/titel unknown_field",
      "/dimensions/depth unknown_field",
    ].sort(),
  );
});

describe("unknown fields", () => {
  test.each([
    [{ colour: "red" }, "/colour", "color"],
    [{ priceAmount: 1 }, "/priceAmount", "price_amount"],
    [{ price: "1299.00 EUR" }, "/price", "price_amount, price_currency"],
    [{ image: "https://shop.example.com/i.jpg" }, "/image", "image_url"],
    [{ seller: { nam: "x" } }, "/seller/nam", "name"],
    [{ translations: { en: { titel: "x" } } }, "/translations/en/titel", "title"],
    [{ shipping: [{ country: "DE", price_amount: 1, regio: "x" }] }, "/shipping/0/regio", "region"],
  ])("%j is rejected by name, with the most similar known one", (change, pointer, near) => {
    const message = `is not a known field; did you mean ${near}?`;
    expect(parse(change).faults).toEqual([{ pointer, code: "unknown_field", message }]);
  });

  test("server fields cannot be written", () => {
    const server = { id: "x", price: "x", content_hash: "x", created_at: "x", updated_at: "x", workspace_id: "x" };
    expect(codesOf(server)).toEqual(Object.keys(server).map((field) => `/${field} unknown_field`));
  });

  test("__proto__ and constructor are ordinary names and change no prototype", () => {
    const text = JSON.stringify(base).replace(
      "{",
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},',
    );
    const parsed = productUpsertSchema.safeParse(JSON.parse(text));
    expect(parsed.error && faultsOf(parsed.error, productUpsertSchema).map(({ pointer }) => pointer)).toEqual([
      "/__proto__",
      "/constructor",
    ]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe("null", () => {
  const cannotBeCleared = new Set<string>([...REQUIRED_ON_CREATE, "condition", "status"]);
  test("clears every optional field", () => {
    for (const field of PRODUCT_FIELDS.filter((name) => !cannotBeCleared.has(name))) {
      expect({ field, faults: codesOf({ [field]: null }) }).toEqual({ field, faults: [] });
    }
  });
  test("is rejected for required fields, condition and status", () => {
    for (const field of cannotBeCleared) {
      expect(parse({ [field]: null }).faults.map(({ pointer }) => pointer)).toEqual([`/${field}`]);
    }
  });
});

test("an upsert requires the SKU in the body; PUT and PATCH do not", () => {
  expect(codesOf({ sku: undefined })).toEqual(["/sku required"]);
  expect(parse({ sku: undefined }, productBodySchema).faults).toEqual([]);
  expect(parse({ sku: " A  1 " }, productBodySchema).product.sku).toBe("A 1");
});

test.each([null, [], "x", 7, true])("the body %j is rejected as a whole", (body) => {
  const parsed = productUpsertSchema.safeParse(body);
  expect(parsed.error && faultsOf(parsed.error, productUpsertSchema)).toEqual([
    { pointer: "", code: "invalid_type", message: expect.stringContaining("must be an object") },
  ]);
});

test("availability_date is a date or a date-time, and the error says so", () => {
  expect(codesOf({ availability_date: "2026-12-01", expiration_date: "2026-12-01T00:00:00+02:00" })).toEqual([]);
  for (const value of ["tomorrow", "2026-02-30", "2026-12-01T25:00:00Z", "01.12.2026", 1, ""]) {
    expect(parse({ availability_date: value }).faults).toEqual([
      {
        pointer: "/availability_date",
        code: "invalid",
        message: expect.stringContaining("must be an RFC 3339 date-time or a date"),
      },
    ]);
  }
});

test("no JSON document makes validation throw", () => {
  const field = fc.constantFrom(...PRODUCT_FIELDS);
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(field, fc.string()), fc.jsonValue({ maxDepth: 3 })), (change) => {
      const body = JSON.parse(JSON.stringify({ ...base, ...change }));
      const parsed = productUpsertSchema.safeParse(body);
      if (parsed.error) expect(faultsOf(parsed.error, productUpsertSchema).length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});

test("a body has at most twice as many languages as a product, which are removed or added", () => {
  const translations = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`de-x-a${n}`, { title: "Tee" }]));
  const parsed = productUpsertSchema.safeParse({ sku: "A", translations });
  expect(parsed.error?.issues[0]?.message).toBe("must have at most 2000 languages");
});
