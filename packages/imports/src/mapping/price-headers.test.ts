import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-price-headers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readFile = readFileWith(folder);

/** Reads a product of a file with more columns than these. */
async function read(columns: string, cells: string, sent = {}) {
  const { products, faults, rows, questions } = await readFile(
    `sku,title,availability,${columns}\nA1,T,in stock,${cells}\n`,
    sent,
  );
  return { product: products[0], faults, rows, questions };
}

test.each([
  ["Price USD,Price EUR,currency", "12.00,11.00,EUR", { price_amount: 11, price_currency: "EUR" }],
  ["Price USD,Price EUR,currency", "12.00,11.00,USD", { price_amount: 12, price_currency: "USD" }],
  ["currency,price_eur,price_usd", "USD,11.00,12.00", { price_amount: 12, price_currency: "USD" }],
  ["Price ($),currency", "12.00,CAD", { price_amount: 12, price_currency: "CAD" }],
  ["Price (USD),currency", "12.00,USD", { price_amount: 12, price_currency: "USD" }],
  ["price,currency", "$12.00,AUD", { price_amount: 12, price_currency: "AUD" }],
  ["price,currency", "¥1200,CNY", { price_amount: 1200, price_currency: "CNY" }],
])("an amount in %s with the cells %s keeps its currency", async (columns, cells, expected) => {
  const { product, faults } = await read(columns, cells);
  expect(product).toMatchObject(expected);
  expect(faults).toEqual([]);
});

test("the price in another currency is that of its market", async () => {
  const { product } = await read("Price USD,Price EUR,currency", "12.00,11.00,EUR");
  expect(product?.prices).toEqual([{ currency: "USD", amount: 12 }]);
});

test.each([
  ["Price USD,currency", "12.00,EUR"],
  ["price_usd,currency", "12.00,EUR"],
  ["Price (USD),currency", "12.00,EUR"],
  ["Price ($),currency", "12.00,EUR"],
  ["Price £,currency", "12.00,EUR"],
  ["Price USD,Price EUR,currency", "12.00,11.00,GBP"],
  ["price,currency", "$12.00,EUR"],
  ["price,currency", "$5.00,GBP"],
  ["price,currency", "¥500,EUR"],
  ["price,currency", "99 kr,EUR"],
])("an amount in %s with the cells %s is not relabelled", async (columns, cells) => {
  const { product, faults, rows } = await read(columns, cells);
  expect(product?.price_amount).toBeUndefined();
  expect(rows[0]).not.toMatchObject({ body: { price_amount: expect.anything() } });
  expect(faults).toMatchObject([{ pointer: "/price_currency" }]);
});

test("a constant currency does not relabel the price of a header in another one", async () => {
  const mapping = JSON.stringify({ price_currency: { value: "EUR" } });
  expect((await read("Price USD,Price EUR", "12,11", { mapping })).product).toMatchObject({
    price_amount: 11,
    prices: [{ currency: "USD", amount: 12 }],
  });
  expect((await read("Price USD", "12", { mapping })).product).toBeUndefined();
});

test("a sale belongs to the price in its currency", async () => {
  const { product, faults } = await read("Price EUR,Price JPY,Sale price JPY,Sale price EUR", "120,19000,15000,100");
  expect(product).toMatchObject({
    price_amount: 120,
    price_currency: "EUR",
    sale_price_amount: 100,
    prices: [{ currency: "JPY", amount: 19000, sale_amount: 15000 }],
  });
  expect(faults).toEqual([]);
});

test("the sales of both currencies follow the currency of the row", async () => {
  const columns = "Price EUR,Price USD,Sale price EUR,Sale price USD,currency";
  expect((await read(columns, "120,130,100,110,USD")).product).toMatchObject({
    price_amount: 130,
    price_currency: "USD",
    sale_price_amount: 110,
    prices: [{ currency: "EUR", amount: 120, sale_amount: 100 }],
  });
});

test.each([
  ["Price EUR,Sale price USD", "120,100", "sale_price_amount"],
  ["Price EUR,Sale price ($)", "120,100", "sale_price_amount"],
  ["price,currency,Sale price USD", "120,EUR,100", "sale_price_amount"],
  ["price,currency,sale_price", "120,EUR,100 USD", "sale_price_amount"],
  ["Price EUR,Cost USD", "120,50", "cost_amount"],
  ["price,currency,Cost USD", "120,EUR,50", "cost_amount"],
])("of %s, with the cells %s, only the price is used", async (columns, cells, field) => {
  const { product } = await read(columns, cells);
  expect(product).toMatchObject({ price_amount: 120, price_currency: "EUR" });
  expect(product?.[field]).toBeUndefined();
});

test("a cost says nothing about the currency of the price", async () => {
  const { rows, questions } = await read("price,Cost USD", "120,50");
  expect(rows[0]).not.toMatchObject({ body: { price_currency: "USD" } });
  expect(questions).toMatchObject([{ code: "currency" }]);
});

test.each([
  ["Price excl. VAT", "Price incl. VAT"],
  ["Price (excl. VAT)", "Price (incl. VAT)"],
  ["Price ex VAT", "Price inc VAT"],
  ["price_excl_tax", "price_incl_tax"],
  ["Price without tax", "Price with tax"],
  ["Net price", "Gross price"],
  ["price_net", "price_gross"],
  ["Price EUR ex VAT", "Price EUR inc VAT"],
  ["Price (EUR, excl. VAT)", "Price (EUR, incl. VAT)"],
  ["Price", "Price incl. GST"],
  ["Preis exkl. MwSt.", "Preis inkl. MwSt."],
  ["Preis netto", "Preis brutto"],
  ["Nettopreis", "Bruttopreis"],
  ["VK netto", "VK brutto"],
  ["Prix HT", "Prix TTC"],
  ["Prix hors taxes", "Prix toutes taxes comprises"],
  ["Precio sin IVA", "Precio con IVA"],
  ["Preço sem IVA", "Preço com IVA"],
  ["Prezzo IVA esclusa", "Prezzo IVA inclusa"],
  ["Prezzo senza IVA", "Prezzo ivato"],
  ["Prijs excl. btw", "Prijs incl. btw"],
  ["Cena netto", "Cena brutto"],
  ["Cena bez DPH", "Cena s DPH"],
  ["価格（税抜）", "価格（税込）"],
  ["税抜価格", "税込価格"],
])("of %s and %s, the price with taxes is used", async (net, gross) => {
  const mapping = JSON.stringify({ price_currency: { value: "EUR" } });
  const file = (columns: string, cells: string) =>
    readFile(`sku;title;availability;${columns}\nA1;T;in stock;${cells}\n`, { mapping });
  expect((await file(`"${net}";"${gross}"`, "8.40;10.00")).products).toMatchObject([{ price_amount: 10 }]);
  expect((await file(`"${gross}";"${net}"`, "10.00;8.40")).products).toMatchObject([{ price_amount: 10 }]);
});

test("a sale without taxes is no sale of a price with them", async () => {
  const columns = "Price excl. VAT,Price incl. VAT,Sale price excl. VAT,currency";
  const { product } = await read(columns, "8.40,10.00,7.00,EUR");
  expect(product).toMatchObject({ price_amount: 10 });
  expect(product?.sale_price_amount).toBeUndefined();
  const both = await read(`${columns},Sale price incl. VAT`, "8.40,10.00,7.00,EUR,8.33");
  expect(both.product).toMatchObject({ price_amount: 10, sale_price_amount: 8.33 });
});

test("prices without taxes are asked about, until an answer", async () => {
  const { product, questions } = await read("Price excl. VAT,currency", "8.40,EUR");
  expect(product).toMatchObject({ price_amount: 8.4 });
  expect(questions).toMatchObject([{ code: "net_price", column: "Price excl. VAT" }]);
  const mapping = JSON.stringify(questions[0]?.answers[0]?.mapping);
  expect((await read("Price excl. VAT,currency", "8.40,EUR", { mapping })).questions).toEqual([]);
});

test.each(["Precio promocional", "Preço promocional", "Prezzo promozionale", "Prix spécial", "Promo price"])(
  "%s is the price of a sale",
  async (column) => {
    const { product } = await read(`price,currency,${column}`, "10,EUR,8");
    expect(product).toMatchObject({ price_amount: 10, sale_price_amount: 8 });
  },
);

test.each(["MSRP", "UVP", "RRP"])("a recommended price (%s) alone is asked about", async (column) => {
  const { product, questions } = await read(`${column},currency`, "15,EUR");
  expect(product?.price_amount).toBeUndefined();
  expect(questions).toMatchObject([{ code: "price", answers: [{ label: column }] }]);
});

test.each(["Our Price", "Current price", "Web price"])("next to a list price, %s is the price", async (column) => {
  expect((await read(`List Price,${column},currency`, "15,10,EUR")).product).toMatchObject({ price_amount: 10 });
});
