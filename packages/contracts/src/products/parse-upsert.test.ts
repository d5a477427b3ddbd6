import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Parsed } from "../parse-bounded.js";
import { parseUpsert } from "./parse-upsert.js";
import { type ProductUpsert, productUpsertSchema } from "./product.js";
import { CHANNEL_FIELD_VALUES } from "./testing/channel-field-values.js";

/** A value of each field, with what the schema changes in it. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...CHANNEL_FIELD_VALUES,
  sku: "  A  1 ",
  title: "Cafe\u0301 ",
  description: "Two\nlines",
  url: "https://shop.example.com/p/1?x=@",
  image_url: " https://cdn.example.com/größe.jpg",
  additional_image_urls: ["https://cdn.example.com/1.jpg"],
  gtin: "4-006381-333931",
  condition: "used",
  availability: "in_stock",
  availability_date: "2026-12-01",
  inventory_quantity: 0,
  price_amount: "19.90",
  price_currency: "usd",
  sale_price_amount: 9,
  sale_price_starts_at: "2026-12-01T00:00:00Z",
  sale_price_ends_at: "2026-12-02T00:00:00Z",
  prices: [{ currency: "eur", country: "at", amount: "8.90", sale_amount: 8 }],
  variant_options: { Size: " M ", Color: null },
  weight: { value: 1.5, unit: "kg" },
  dimensions: { height: 7 },
  shipping: [{ country: "us", service: "Express", price_amount: 5, min_transit_days: 2, max_transit_days: 1 }],
  seller: { name: "Shop", url: null },
  is_digital: false,
  tags: ["a", "b, c"],
  translations: { de: { title: "Hemd" }, EN: null },
  channel_overrides: { ch_1: { title: "Other", price: null } },
  status: "draft",
  custom_attributes: { fit: "slim", parts: ["a", 1, true] },
  metadata: { season: "summer" },
  version: 3,
};
const NAMES = [...Object.keys(productUpsertSchema.shape), "toString", "__proto__", "titel", ""];
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -0,
  -1,
  1.005,
  1e-7,
  1e21,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "",
  " ",
  "\u0000",
  "a\tb",
  "\ud83d",
  "\u1100\u1161",
  "x".repeat(501),
  "😀".repeat(501),
  "1,5",
  "19.999",
  "JPY",
  "http://u:p@h/",
  "https://@h/",
  "https:///p",
  "http://a b/",
  "HTTP://H:99999/",
  "http://[::1]/",
  "http://ſ/",
  [],
  [null],
  [undefined],
  ["a", 7],
  {},
  { unit: "kg" },
  { value: 0, unit: "t" },
  new Date(0),
  new Map(),
  [
    { currency: "EUR", amount: 1 },
    { currency: "EUR", amount: 2 },
  ],
  JSON.parse('{"__proto__":{"a":1}}'),
];

const fieldName = fc.constantFrom(...NAMES);
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.constantFrom(...Object.values(VALUES)),
  fc.string({ unit: "binary" }),
  fc.anything(),
);
const changes = fc.array(fc.tuple(fieldName, hostile), { maxLength: 3 });
const bodies = fc
  .record({ given: fc.subarray(Object.keys(VALUES)), changes, isWhole: fc.boolean() })
  .map(({ given, changes, isWhole }) => {
    const required = isWhole ? ["sku", "title", "price_amount", "price_currency", "availability"] : ["sku"];
    const body = Object.fromEntries([...given, ...required].map((name) => [name, VALUES[name]]));
    for (const [name, value] of changes)
      Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true });
    return body;
  });

/** All that a caller sees: which members there are, in which order, or each error. */
function seen(parsed: Parsed<ProductUpsert>): unknown {
  const { success } = parsed;
  const data = success ? parsed.data : undefined;
  const issues = success ? undefined : parsed.error.issues;
  const undefinedNames = Object.entries(data ?? {}).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return { success, data, text: JSON.stringify(data), undefinedNames, issues };
}

test("a body is parsed exactly as by the schema, whatever its values are", () => {
  let valid = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: bodies }, fc.anything()), (body) => {
      const parsed = parseUpsert(body);
      if (parsed.success) valid += 1;
      expect(seen(parsed)).toStrictEqual(seen(productUpsertSchema.safeParse(body, { reportInput: true })));
    }),
    { numRuns: 1_000 },
  );
  // Otherwise the property would say little about what is accepted.
  expect(valid).toBeGreaterThan(50);
});

test.each(Object.keys(VALUES))(
  "%s alone is parsed as by the schema, and so are null, undefined and an object",
  (name) => {
    for (const value of [VALUES[name], null, undefined, {}]) {
      const body = { sku: "A-1", [name]: value };
      expect(seen(parseUpsert(body))).toStrictEqual(seen(productUpsertSchema.safeParse(body, { reportInput: true })));
    }
  },
);

test("a product with hundreds of wrong entries gets few errors of each list, and those of its other fields", () => {
  const prices = Array.from({ length: 290 }, () => ({ a: 1 }));
  const metadata = Object.fromEntries(Array.from({ length: 290 }, (_, i) => [`k${i}`, "v"]));
  const wide = Object.fromEntries(Array.from({ length: 290 }, (_, i) => [`v${i}`, "v"]));
  const body = { sku: "A-1", prices, metadata, variant_options: wide, custom_attributes: wide };
  const parsed = parseUpsert(body);
  const paths = parsed.success ? [] : parsed.error.issues.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter(([field, index]) => field === "prices" && index !== 0)).toEqual([]);
});
