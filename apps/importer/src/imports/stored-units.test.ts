import { expect, test } from "@jest/globals";
import { decideRow } from "@skucast/catalog/imports/decide-row";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import { productUpsertSchema } from "@skucast/contracts/products/product";

const WRITE = { validateOnly: false };
const STORED = {
  sku: "A1",
  title: "Box",
  availability: "in_stock",
  price_amount: 20,
  price_currency: "EUR",
  dimensions: { length: 20, width: 10, height: 5, unit: "cm" },
};

/** The sizes of the stored product after a row. */
function after(dimensions: object): unknown {
  const decision = upsertIntent(productUpsertSchema.parse(STORED), WRITE).decide(null);
  if (decision.type !== "write") throw new Error("the product is not new");
  const { json, hash } = decision.next;
  const state = { version: 1, deleted: false, content: JSON.parse(json), contentHash: hash };
  const body = productUpsertSchema.parse({ sku: "A1", dimensions });
  const { decision: next } = decideRow({ body }, upsertIntent(body, WRITE), state);
  return next.type === "write" ? JSON.parse(next.next.json).dimensions : "unchanged";
}

test("a side that a row does not name keeps its length if the row has another unit", () => {
  expect(after({ length: 250, width: 100, unit: "mm" })).toEqual({ length: 25, width: 10, height: 5, unit: "cm" });
  expect(after({ length: 200, width: 100, unit: "mm" })).toBe("unchanged");
});

test("a row with all sides has its own unit", () => {
  const sizes = { length: 250, width: 100, height: 50, unit: "mm" };
  expect(after(sizes)).toEqual(sizes);
});
