import { expect, test } from "@jest/globals";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";
import { lenientProduct, productItems } from "../tools/parts/product-items.js";
import { lenientInput } from "./lenient-input.js";

const schema = z.strictObject({
  skus: z.array(skuSchema).optional(),
  products: productItems.optional(),
  limit: z.int().min(1).default(20),
  isDry: z.boolean().default(false),
  note: z.string().nullable().optional(),
  name: z.string().optional(),
  title: z.string().min(1).optional(),
  range: z
    .strictObject({ min: z.number().optional(), place: z.strictObject({ city: z.string() }).optional() })
    .optional(),
  words: z.record(z.string(), z.unknown()).optional(),
  state: z.enum(["a", "b"]).optional(),
  place: z.enum(["in_stock", "out_of_stock"]).optional(),
  at: z.iso.datetime().optional(),
  texts: z.record(z.string(), z.string()).optional(),
  states: z.array(z.enum(["a", "b"])).optional(),
  one: z.strictObject({ twice: z.string().optional() }).optional(),
  two: z.strictObject({ twice: z.string().optional() }).optional(),
});

test.each([
  ["a list as a JSON string", { skus: '["a", "b"]' }, { skus: ["a", "b"] }],
  ["a single value instead of a list", { skus: "a b" }, { skus: ["a b"] }],
  ["a choice with capital letters and spaces", { state: "B", place: "In stock" }, { state: "b", place: "in_stock" }],
  ["an empty string for an optional choice or time", { state: "", at: "" }, {}],
  [
    "other values in a record of strings",
    { texts: { a: true, b: 5, c: "x" } },
    { texts: { a: "true", b: "5", c: "x" } },
  ],
  ["a boolean in capital letters", { isDry: "TRUE" }, { isDry: true }],
  ["a single object instead of a list", { products: { sku: "a" } }, { products: [{ sku: "a" }] }],
  ["objects as a JSON string", { products: '[{"sku":"a"}]' }, { products: [{ sku: "a" }] }],
  ["one object as a JSON string", { products: '{"sku":"a"}' }, { products: [{ sku: "a" }] }],
  ["numbers as strings", { limit: "5", range: { min: "1.5" } }, { limit: 5, range: { min: 1.5 } }],
  ["an object as a JSON string", { range: '{"min": 2}' }, { range: { min: 2 } }],
  ["a record as a JSON string", { words: '{"a": 1}' }, { words: { a: 1 } }],
  ["a comma-separated list of names", { states: "a, b" }, { states: ["a", "b"] }],
  ["a list of one instead of a choice", { state: ["b"] }, { state: "b" }],
  ["a boolean as a string", { isDry: "true" }, { isDry: true }],
  ["a number instead of a string", { skus: [4711] }, { skus: ["4711"] }],
  ["null for an optional member", { skus: null, limit: null, range: { min: null } }, { range: {} }],
  ["null for a nullable member", { note: null }, { note: null }],
  ["an empty string for an optional member that is never empty", { title: "", name: "" }, { name: "" }],
  ["a member next to its object", { min: 1 }, { range: { min: 1 } }],
  [
    "a member next to its object, further down",
    { city: "Ulm", range: { min: 1 } },
    { range: { min: 1, place: { city: "Ulm" } } },
  ],
])("%s is converted", (_what, given, meant) => {
  expect(lenientInput(schema, given)).toEqual(meant);
  expect(schema.safeParse(lenientInput(schema, given)).success).toBe(true);
});

test.each([
  ["a string that is not a number", { limit: "five" }],
  ["a string that only starts like JSON", { skus: ["[a"], products: "[{" }],
  ["a hexadecimal number as a string", { limit: "0x10" }],
  ["an unknown argument", { other: "1" }],
  ["a member that several objects have", { twice: "1" }],
  ["a member that its object has already", { min: 1, range: { min: 2 } }],
  ["a string that is no record", { words: "a" }],
  ["a comma-separated list with an unknown name", { states: "a,c" }],
  ["a list of two instead of a choice", { state: ["a", "b"] }],
  ["a text with a comma that could be one name or several", { skus: "a,b" }],
  ["a string that is not a list of objects", { products: "mug" }],
])("%s is unchanged, and rejected by name", (_what, given) => {
  expect(lenientInput(schema, given)).toEqual(given);
  expect(schema.safeParse(given).success).toBe(false);
});

test("products have values of the right type, and keep what clears a field or is an error", () => {
  const given = {
    sku: 5,
    price_amount: "19.90",
    inventory_quantity: "5",
    is_bundle: "true",
    weight: '{"value": "0.5", "unit": "kg"}',
    brand: null,
    title: "",
    name: "Tee",
  };
  expect(lenientProduct(given)).toEqual({
    ...given,
    sku: "5",
    inventory_quantity: 5,
    is_bundle: true,
    weight: { value: 0.5, unit: "kg" },
  });
  expect(lenientProduct({ sku: "A", weight: { value: 1, unit: null }, translations: { de: null } })).toEqual({
    sku: "A",
    weight: { value: 1, unit: null },
    translations: { de: null },
  });
  for (const other of ["A", null, [1]]) expect(lenientProduct(other)).toBe(other);
});

test("hundreds of thousands of unknown members are left to the schema, which takes no longer for each of them", () => {
  const members = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`q${n}`, n]));
  const given = lenientInput(schema, { ...members, min: 1 }) as Record<string, unknown>;
  expect([Object.keys(given).length, given.range]).toEqual([300_001, { min: 1 }]);
});
