import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-calculated-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const csv = (amount: string, currency = "EUR"): string =>
  `sku;title;price;currency;stock\nA;Tee;${amount};${currency};5\n`;

test.each([
  ["19.990000000000002", "EUR", 19.99],
  ["19,990000000000002", "EUR", 19.99],
  ["11.900000000000002", "EUR", 11.9],
  ["0.30000000000000004", "EUR", 0.3],
  ["1299.8999999999999", "EUR", 1299.9],
  ["1,299.8999999999999", "EUR", 1299.9],
  ["19.990000000001", "EUR", 19.99],
  ["20.000000000000004", "JPY", 20],
  ["1.2349999999999999", "BHD", 1.235],
  ["2.9999999999999996 €", "EUR", 3],
])("an amount with the noise of a calculation is %s %s", async (text, currency, amount) => {
  const { products, faults } = await read(csv(text, currency));
  expect([faults, products]).toMatchObject([[], [{ price_amount: amount }]]);
});

test.each([19.990000000000002, 19.990000000001, 19.99])(
  "a number in a document is an amount, too: %d",
  async (price) => {
    const shipping = [{ country: "DE", price_amount: price }];
    const prices = [{ currency: "USD", amount: price }];
    const product = { sku: "A", title: "Tee", price_currency: "EUR", availability: "in_stock", shipping, prices };
    for (const name of ["price", "price_amount"]) {
      const { products, faults } = await read(JSON.stringify([{ ...product, [name]: price }]));
      expect([faults, products]).toMatchObject([
        [],
        [{ price_amount: 19.99, shipping: [{ price_amount: 19.99 }], prices: [{ amount: 19.99 }] }],
      ]);
    }
  },
);

test.each(["8.403361344537815", "9.999999159663864", "11.899999", "19.9905000000000002", "1.00000000009"])(
  "an amount with too many decimals is left out, and the error says so: %s",
  async (text) => {
    const { faults } = await read(csv(text));
    expect(faults).toMatchObject([{ pointer: "/price_amount", code: "too_many_decimals", value: text }]);
    expect(faults[0]?.message).toContain("decimals");
  },
);

test("what is no number is no amount", async () => {
  for (const [text, code] of [
    ["12345678901234567890", "too_big"],
    ["1.2.3000000000000", "invalid_type"],
  ] as const) {
    const { faults } = await read(csv(text));
    expect(faults).toMatchObject([{ pointer: "/price_amount", code }]);
  }
});
