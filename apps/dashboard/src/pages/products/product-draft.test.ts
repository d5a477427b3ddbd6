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

describe("a draft of an existing product", () => {
  const draft = draftOf(STORED);

  test("contains the product without fields that only the service sets", () => {
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

  test("sends nothing if it is unchanged", () => expect(patchOf(draft, draft)).toEqual({}));

  test("sends changed values, and null for emptied ones, also for the other fields", () => {
    const after = { ...draft, price_amount: "17.50", brand: " ", more: '{"custom_attributes": {"fit": "slim"}}' };
    const extra = { ...draft.extra, tags: "", color: "red" };
    expect(patchOf(draft, { ...after, extra })).toEqual({
      price_amount: 17.5,
      brand: null,
      tags: null,
      color: "red",
      custom_attributes: { fit: "slim" },
    });
  });

  test("sends only the changed members of an object, and null for removed ones", () => {
    const before = '{"metadata": {"a": "1", "b": "2"}}';
    const after = '{"metadata": {"b": "3"}}';
    expect(patchOf({ ...draft, more: before }, { ...draft, more: after })).toEqual({ metadata: { a: null, b: "3" } });
  });

  test("splits prices by market into fields, and sends the whole list when one changes", () => {
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

  test("sends an invalid price as typed, so that the contract rejects it", () => {
    expect(patchOf(draft, { ...draft, price_amount: "1.5.2" })).toEqual({ price_amount: "1.5.2" });
  });
});

test("a new draft omits empty fields", () => {
  expect(contentOf({ ...NEW_DRAFT, sku: " A " })).toEqual({
    sku: "A",
    availability: "in_stock",
    condition: "new",
    status: "active",
  });
});

test.each(["[1]", "null", "{", "7"])("%s is not an object of fields", (text) => expect(readMore(text)).toBeNull());
