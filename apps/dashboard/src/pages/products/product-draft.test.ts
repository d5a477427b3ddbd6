import { describe, expect, test } from "@jest/globals";
import { contentOf, draftOf, NEW_DRAFT, NEW_PRICE, patchOf, readMore } from "./product-draft.js";

const STORED = {
  id: "prod_1",
  version: 3,
  created_at: "",
  updated_at: "",
  content_hash: "",
  price: "19.90 USD",
  sku: "TEE",
  title: "Tee",
  price_amount: 19.9,
  price_currency: "USD",
  availability: "in_stock" as const,
  condition: "new" as const,
  status: "active" as const,
  tags: ["red"],
  brand: "Acme",
};

describe("a draft of a stored product", () => {
  const draft = draftOf(STORED);

  test("holds what was stored, without what the service makes itself", () => {
    expect(contentOf(draft)).toEqual({
      sku: "TEE",
      title: "Tee",
      price_amount: 19.9,
      price_currency: "USD",
      availability: "in_stock",
      condition: "new",
      status: "active",
      brand: "Acme",
      tags: ["red"],
    });
  });

  test("that was not changed sends nothing", () => expect(patchOf(draft, draft)).toEqual({}));

  test("sends what changed, and null for what was emptied, among the other fields too", () => {
    const after = { ...draft, price_amount: "17.50", brand: " ", more: '{"color": "red"}' };
    expect(patchOf(draft, after)).toEqual({ price_amount: 17.5, brand: null, tags: null, color: "red" });
  });

  test("sends what changed of an object alone, and null for members that were taken out", () => {
    const before = '{"metadata": {"a": "1", "b": "2"}}';
    const after = '{"metadata": {"b": "3"}}';
    expect(patchOf({ ...draft, more: before }, { ...draft, more: after })).toEqual({ metadata: { a: null, b: "3" } });
  });

  test("with prices by market holds them part by part, and sends the list whole when one changes", () => {
    const priced = draftOf({ ...STORED, prices: [{ currency: "EUR", amount: 8.5 }] });
    expect(contentOf(priced).prices).toEqual([{ currency: "EUR", amount: 8.5 }]);
    expect(patchOf(priced, priced)).toEqual({});
    const added = { ...priced, prices: [...priced.prices, { ...NEW_PRICE, currency: "GBP", amount: "7" }] };
    expect(patchOf(priced, added)).toEqual({
      prices: [
        { currency: "EUR", amount: 8.5 },
        { currency: "GBP", amount: 7 },
      ],
    });
    expect(patchOf(priced, { ...priced, prices: [] })).toEqual({ prices: null });
  });

  test("sends a price that is no number as it was typed, for the contract to refuse", () => {
    expect(patchOf(draft, { ...draft, price_amount: "1,5" })).toEqual({ price_amount: "1,5" });
  });
});

test("a new draft leaves empty fields out", () => {
  expect(contentOf({ ...NEW_DRAFT, sku: " A " })).toEqual({
    sku: "A",
    availability: "in_stock",
    condition: "new",
    status: "active",
  });
});

test.each(["[1]", "null", "{", "7"])("%s is no object of fields", (text) => expect(readMore(text)).toBeNull());
