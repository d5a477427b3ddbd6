import { describe, expect, test } from "@jest/globals";
import { readSearchQuery } from "@skucast/contracts/products/search-query";
import { searchHint } from "./search-hint.js";

const TERMS = { product: "product", words: "Try other words.", filters: "Try without filters." };
type Found = Parameters<typeof searchHint>[0];
const hint = (query: string | undefined, more: Partial<Found> = {}) =>
  searchHint(
    {
      query,
      matches: [],
      hasOthers: false,
      isFiltered: false,
      price: readSearchQuery(query ?? "").price,
      ignoresPrice: false,
      ...more,
    },
    TERMS,
  );

describe("a search without results says which conditions nothing meets", () => {
  test.each([
    ["lamp", {}, "No product contains these or similar words. Try other words."],
    [
      "lamp",
      { isFiltered: true },
      "No product matches the filters and contains these or similar words. Try without filters. Try other words.",
    ],
    [undefined, { isFiltered: true }, "No product matches the filters. Try without filters."],
    ["over 15 USD", {}, "The price was read as at least 15 USD. No product has such a price."],
    [
      "lamp over 15 USD",
      { ignoresPrice: true },
      "The price was read as at least 15 USD. No product contains these or similar words. Try other words.",
    ],
    [undefined, {}, null],
  ])("%j with %j", (query, more, expected) => {
    expect(hint(query, more)).toBe(expected);
  });
});

test("an empty page says nothing about other pages", () => {
  expect(hint("lamp", { hasOthers: true })).toBeNull();
  expect(hint("over 15 USD", { hasOthers: true })).toBe("The price was read as at least 15 USD.");
});

test("results with another price say that the price was ignored", () => {
  expect(hint("lamp over 15 USD", { matches: ["all"], hasOthers: true, ignoresPrice: true })).toBe(
    "The price was read as at least 15 USD. No product with these words has such a price; these have others.",
  );
});

test("similar words are named as such, although a product may contain some of the words", () => {
  expect(hint("red yarn", { matches: ["near"] })).toContain(
    "No product contains all of these words; these contain similar",
  );
});
