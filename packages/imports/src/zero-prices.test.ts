import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-zero-prices-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { price_currency: { value: "EUR" } };

/** The amounts of the first row, and the codes of what was left out. */
async function pricesIn(file: string, mapping: object = {}) {
  const { rows, faults } = await read(file, { mapping: JSON.stringify({ ...EUR, ...mapping }) });
  const body: Record<string, unknown> = rows[0]?.type === "product" ? rows[0].body : {};
  return {
    price: body.price_amount,
    sale: body.sale_price_amount,
    prices: body.prices,
    faults: faults.map(({ pointer, code }) => [pointer, code]),
  };
}
const NO_PRICE = ["/price_amount", "no_price"];

test.each([
  ["0", "price"],
  ["0.00", "price"],
  ["0,00 €", "Preis"],
  ["€0.00", "price"],
  ["0.00 EUR", "price_amount"],
])("%s in %s is no price", async (text, column) => {
  const file = `sku,title,${column},availability\nA,Tee,"${text}",in stock\n`;
  expect(await pricesIn(file)).toMatchObject({ price: undefined, faults: [NO_PRICE] });
});

test("nor is it as a number in JSON, in the API of a shop, or in its table", async () => {
  const own = JSON.stringify([{ sku: "A", title: "Tee", price_amount: 0, availability: "in_stock" }]);
  expect(await pricesIn(own)).toMatchObject({ price: undefined, faults: [NO_PRICE] });
  const variants = [{ sku: "A", title: "Default Title", price: "0.00", inventory_quantity: 3 }];
  const shopify = JSON.stringify({ products: [{ handle: "a", title: "Tee", options: [{ name: "Title" }], variants }] });
  expect(await pricesIn(shopify)).toMatchObject({ price: undefined });
  const header = "ID,Type,SKU,Name,Published,In stock?,Regular price,Sale price";
  expect(await pricesIn(`${header}\n1,simple,A,Tee,1,1,0,\n`)).toMatchObject({
    price: undefined,
    faults: [NO_PRICE],
  });
});

test("a reduction to 0 sells for neither price, and a sale of 0 is none", async () => {
  const header = "Handle,Title,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty";
  expect(await pricesIn(`${header}\na,Tee,A,0.00,20.00,3\n`)).toMatchObject({ price: undefined, sale: undefined });
  expect(await pricesIn(`sku,price,discount\nA,20,100\n`, { discount_percent: "discount" })).toMatchObject({
    price: 20,
  });
  expect(await pricesIn("sku,price,sale_price\nA,20,0\n")).toMatchObject({ price: 20, sale: null, faults: [] });
});

test("a price by market of 0 is none, and the others are read", async () => {
  const mapping = { "prices.CHF.amount": "chf", "prices.USD.amount": "usd", "prices.USD.sale_amount": "usd_sale" };
  const { price, prices, faults } = await pricesIn("sku,price,chf,usd,usd_sale\nA,20,0,22,0\n", mapping);
  expect([price, prices, faults]).toEqual([20, [{ currency: "USD", amount: 22 }], [["/prices", "no_price"]]]);
  const list = JSON.stringify([{ sku: "A", prices: [{ currency: "CHF", amount: 0 }] }]);
  expect(await pricesIn(list)).toMatchObject({ prices: undefined, faults: [["/prices", "no_price"]] });
});

test("a product that is paid in installments or with a contract may have a price of 0", async () => {
  const header = "id,title,price,availability,subscription_cost,installment";
  for (const cells of ["month:12:10.00 EUR,", ",6:12.50 EUR"])
    expect(await pricesIn(`${header}\nA,Phone,0 EUR,in stock,${cells}\n`)).toMatchObject({ price: 0, faults: [] });
});

test("strict rejects the row", async () => {
  const { rows } = await read("sku,title,price,availability\nA,Tee,0 EUR,in stock\n", { strict: "true" });
  expect(rows).toMatchObject([{ type: "invalid", faults: [{ code: "no_price", value: "0 EUR" }] }]);
});
