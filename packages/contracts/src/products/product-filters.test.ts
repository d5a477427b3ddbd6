import { describe, expect, test } from "@jest/globals";
import { selectionFiltersSchema } from "../channels/channel.js";
import { productFilters } from "./product-filters.js";
import { productListQuery } from "./product-list.js";

/** Query parameters of the list that selections do not have. */
const ONLY_OF_LIST = [
  "conditions",
  "sort",
  "sku",
  "sku_prefix",
  "include",
  "limit",
  "cursor",
  "fields",
  "status",
  "channel_id",
];

test("a selection has every filter of the list, and the list every filter of a selection", () => {
  const listed = Object.keys(productListQuery.shape).filter((name) => !ONLY_OF_LIST.includes(name));
  expect(Object.keys(selectionFiltersSchema.shape).sort()).toEqual(listed.sort());
  expect(listed).toEqual(expect.arrayContaining(Object.keys(productFilters)));
});

describe("the list and a selection", () => {
  test.each([
    ["one value", { availability: "in_stock", condition: "new", brand: "Acme, Inc" }],
    ["several values", { availability: ["in_stock", "preorder"], condition: ["new", "used"], brand: ["A", " B "] }],
    ["a hundred values", { brand: Array.from({ length: 100 }, (_, i) => `Brand ${i}`) }],
    ["a time with an offset", { updated_after: "2026-01-01T00:00:00+01:00" }],
    ["a time before all products", { updated_after: "0000-01-01T00:00:00Z" }],
    ["words", { q: " red tee " }],
  ])("parse %s in the same way", (_title, filters) => {
    const { limit: _limit, sort: _sort, ...listed } = productListQuery.parse(filters);
    expect(listed).toEqual(selectionFiltersSchema.parse(filters));
  });

  test.each([
    ["no value", { brand: [] }],
    ["more than a hundred values", { brand: Array.from({ length: 101 }, (_, i) => `Brand ${i}`) }],
    ["an empty string", { brand: "" }],
    ["an unknown value", { availability: "soon" }],
    ["a time without an offset", { updated_after: "2026-01-01T00:00:00" }],
    ["a number", { brand: 1 }],
  ])("reject %s in the same way", (_title, filters) => {
    const issuesOf = (schema: typeof productListQuery | typeof selectionFiltersSchema) =>
      schema.safeParse(filters).error?.issues;
    expect(issuesOf(productListQuery)).toHaveLength(1);
    expect(issuesOf(selectionFiltersSchema)).toEqual(issuesOf(productListQuery));
  });
});

test("a single value is stored as a list, as selections always were", () => {
  expect(selectionFiltersSchema.parse({ brand: "Acme" })).toEqual({ brand: ["Acme"] });
});
