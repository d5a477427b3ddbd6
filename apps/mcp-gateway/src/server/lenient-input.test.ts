import { expect, test } from "@jest/globals";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";
import { productItems } from "../tools/parts/product-items.js";
import { lenientInput } from "./lenient-input.js";

const schema = z.strictObject({
  skus: z.array(skuSchema).optional(),
  products: productItems.optional(),
  limit: z.int().min(1).default(20),
  isDry: z.boolean().default(false),
  note: z.string().nullable().optional(),
  name: z.string().optional(),
  range: z.strictObject({ min: z.number().optional() }).optional(),
});

test.each([
  ["a list as JSON text", { skus: '["a", "b"]' }, { skus: ["a", "b"] }],
  ["one entry in place of a list", { skus: "a,b" }, { skus: ["a,b"] }],
  ["one object in place of a list", { products: { sku: "a" } }, { products: [{ sku: "a" }] }],
  ["objects as JSON text", { products: '[{"sku":"a"}]' }, { products: [{ sku: "a" }] }],
  ["one object as JSON text", { products: '{"sku":"a"}' }, { products: [{ sku: "a" }] }],
  ["numbers as text", { limit: "5", range: { min: "1.5" } }, { limit: 5, range: { min: 1.5 } }],
  ["an object as JSON text", { range: '{"min": 2}' }, { range: { min: 2 } }],
  ["a boolean as text", { isDry: "true" }, { isDry: true }],
  ["a number in place of text", { skus: [4711] }, { skus: ["4711"] }],
  ["null for what may be left out", { skus: null, limit: null, range: { min: null } }, { range: {} }],
  ["null where it means something", { note: null }, { note: null }],
])("%s is taken for what it surely means", (_what, given, meant) => {
  expect(lenientInput(schema, given)).toEqual(meant);
  expect(schema.safeParse(lenientInput(schema, given)).success).toBe(true);
});

test.each([
  ["text that is no number", { limit: "five" }],
  ["text that only begins like JSON", { skus: ["[a"], products: "[{" }],
  ["a fraction as text where there is none", { limit: "0x10" }],
  ["an unknown argument", { other: "1" }],
  ["a text that is no list of objects", { products: "mug" }],
])("%s stays as it is, to be refused by name", (_what, given) => {
  expect(lenientInput(schema, given)).toEqual(given);
  expect(schema.safeParse(given).success).toBe(false);
});
