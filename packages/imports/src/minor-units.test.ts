import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-minor-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const csv = (...lines: readonly string[]): string => lines.join("\n");

test.each([
  ["price_cents", "sale_price_cents"],
  ["price_in_cents", "sale_price_in_cents"],
  ["Price (cents)", "Sale price (cents)"],
  ["priceInCents", "sale_price_cents"],
])("amounts below %s are in minor units of the currency of their row", async (price, sale) => {
  const { products, faults, questions } = await read(
    csv(`sku,name,${price},${sale},currency,stock`, "A,Hammer,1250,999,EUR,3", "B,Pliers,99,,JPY,0", "C,Saw,5,,eur,1"),
  );
  expect([faults, questions]).toEqual([[], []]);
  expect(products).toMatchObject([
    { sku: "A", price_amount: 12.5, sale_price_amount: 9.99, price_currency: "EUR" },
    { sku: "B", price_amount: 99, price_currency: "JPY" },
    { sku: "C", price_amount: 0.05, price_currency: "EUR" },
  ]);
});

test("an amount in minor units without a currency is not read", async () => {
  const { faults } = await read(csv("sku,name,price_cents,stock", "A,Hammer,1250,3"));
  expect(faults).toMatchObject([{ pointer: "/price_amount", code: "invalid" }]);
});

test("a price before a reduction and prices of markets can be in minor units", async () => {
  const mapping = JSON.stringify({
    price: { column: "p", unit: "minor" },
    compare_at_price: { column: "was", unit: "minor" },
    "prices.CHF.amount": { column: "chf", unit: "minor" },
    price_currency: { value: "EUR" },
  });
  const { products } = await read(csv("sku,name,p,was,chf,stock", "A,Hammer,1250,1500,1350,3"), { mapping });
  expect(products).toMatchObject([
    { price_amount: 15, sale_price_amount: 12.5, prices: [{ currency: "CHF", amount: 13.5 }] },
  ]);
});

test.each([
  ["unit_amount", { unit_amount: 1250, currency: "eur" }],
  ["price/centAmount", { price: { centAmount: 1250, currencyCode: "EUR" }, currency: "EUR" }],
])("the price can be %s, whose only answer has the right decimals", async (column, members) => {
  const file = JSON.stringify([{ sku: "A", name: "Hammer", stock: 3, ...members }]);
  const { questions } = await read(file);
  const [asked] = questions.filter(({ code }) => code === "price");
  expect(asked?.answers).toEqual([
    { label: `${column}, where 1250 is 12.50`, mapping: { price: { column, unit: "minor" } } },
  ]);
  const { products } = await read(file, { mapping: JSON.stringify(asked?.answers[0]?.mapping) });
  expect(products).toMatchObject([{ price_amount: 12.5 }]);
});

test.each(["precision", "fraction_digits", "exponent", "scale"])(
  "an amount next to its %s is asked about: it may be in minor units",
  async (decimals) => {
    const file = JSON.stringify([
      { sku: "A", name: "Hammer", stock: 3, price: { amount: 1250, currency: "EUR", [decimals]: 2 } },
    ]);
    const { questions, products: unanswered } = await read(file);
    expect(unanswered[0]).not.toHaveProperty("price_amount");
    const answers = questions.find(({ code }) => code === "price")?.answers ?? [];
    const amounts = answers.map(
      async ({ mapping }) => (await read(file, { mapping: JSON.stringify(mapping) })).products,
    );
    expect((await Promise.all(amounts)).map(([product]) => product?.price_amount)).toEqual([12.5, 1250]);
  },
);

test("a discount in percent is no amount in minor units", async () => {
  const { plan } = await read(csv("sku,name,price,currency,discount percent,stock", "A,Hammer,12.50,EUR,10,3"));
  expect(plan.mapping.price).toBe("price");
});
