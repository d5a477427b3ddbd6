import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shipping-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readFile = readFileWith(folder);

/** Reads the shipping of a product that is stored already. */
async function read(header: string, cell: string, sent = {}) {
  const { rows, faults } = await readFile(`id\t${header}\nA\t${cell}\n`, { mapping: '{"sku":"id"}', ...sent });
  return { shipping: rows[0]?.type === "product" ? rows[0].body.shipping : undefined, faults };
}

test.each([
  ["shipping", "DE:::4,90 EUR", [{ country: "DE", price_amount: 4.9, price_currency: "EUR" }]],
  ["shipping", "DE:::4,90", [{ country: "DE", price_amount: 4.9 }]],
  ["shipping", "DE:::1.004,90 EUR", [{ country: "DE", price_amount: 1004.9, price_currency: "EUR" }]],
  ["shipping", "DE:::1,004.90 EUR", [{ country: "DE", price_amount: 1004.9, price_currency: "EUR" }]],
  [
    "shipping",
    "US:ALL:Standard:1-5:4,00 EUR",
    [
      {
        country: "US",
        service: "Standard",
        price_amount: 4,
        price_currency: "EUR",
        min_transit_days: 1,
        max_transit_days: 5,
      },
    ],
  ],
  ["shipping(country:price)", "DE:4,90 EUR", [{ country: "DE", price_amount: 4.9, price_currency: "EUR" }]],
  ["shipping(price:country)", "4,90 EUR:DE", [{ country: "DE", price_amount: 4.9, price_currency: "EUR" }]],
  [
    "shipping(country:price)",
    "DE:4,90 EUR,AT:1.004,90 EUR",
    [
      { country: "DE", price_amount: 4.9, price_currency: "EUR" },
      { country: "AT", price_amount: 1004.9, price_currency: "EUR" },
    ],
  ],
  [
    "shipping",
    "DE:::4,90,AT:::5,90",
    [
      { country: "DE", price_amount: 4.9 },
      { country: "AT", price_amount: 5.9 },
    ],
  ],
])("in %s, the decimal comma of %s separates no options", async (header, cell, expected) => {
  expect(await read(header, cell)).toEqual({ shipping: expected, faults: [] });
});

test.each([
  ["DE:::1,299 EUR", "ambiguous_number"],
  ["DE:::4.90 EUR,AT:::1,299 EUR", "ambiguous_number"],
  ["DE:::4.90 EUR,free", "invalid"],
])("shipping of %s is left out as a whole, with a warning", async (cell, code) => {
  expect(await read("shipping", cell)).toMatchObject({
    shipping: undefined,
    faults: [{ pointer: "/shipping", code, value: cell }],
  });
});

test("the separator of the file decides an amount of shipping that could be read in two ways", async () => {
  expect((await read("shipping", "DE:::1,299 EUR", { decimal: "point" })).shipping).toEqual([
    { country: "DE", price_amount: 1299, price_currency: "EUR" },
  ]);
  const item = (price: string) =>
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>A</g:id><g:price>9.00 EUR</g:price><g:shipping><g:country>DE</g:country><g:price>${price}</g:price></g:shipping></item></channel></rss>`;
  const shippingIn = async (price: string) => {
    const [row] = (await readFile(item(price))).rows;
    return row?.type === "product" ? row.body.shipping : undefined;
  };
  expect(await shippingIn("1.004,90 EUR")).toEqual([{ country: "DE", price_amount: 1004.9 }]);
  expect(await shippingIn("1,299 EUR")).toEqual([{ country: "DE", price_amount: 1299 }]);
});

test("the decimal comma in other attributes with parts separates nothing either", async () => {
  const { rows } = await readFile("id\tminimum order value\nA\tDE:::35,00 EUR,AT:::50,00 EUR\n");
  expect(rows[0]).toMatchObject({
    body: {
      minimum_order_values: [
        { country: "DE", amount: 35, currency: "EUR" },
        { country: "AT", amount: 50, currency: "EUR" },
      ],
    },
  });
});

const GOOGLE = "id,title,availability,price,sale_price,sale_price_effective_date,cost_of_goods_sold,shipping";
const bodyOf = ({ rows: [row] }: Awaited<ReturnType<typeof readFile>>) =>
  row?.type === "product" ? row.body : undefined;

test.each([
  ["25 EUR", "US:::5.00 USD", [{ country: "US", price_amount: 5, price_currency: "USD" }]],
  [
    "25 EUR",
    "DE:::4.90 EUR,US:CA:Overnight:16.00 USD:1:2",
    [
      { country: "DE", price_amount: 4.9 },
      {
        country: "US",
        region: "CA",
        service: "Overnight",
        price_amount: 16,
        price_currency: "USD",
        min_handling_days: 1,
        max_handling_days: 2,
      },
    ],
  ],
  ["25 CAD", "CA:::$5.00", [{ country: "CA", price_amount: 5 }]],
])("shipping next to a price of %s keeps its own currency: %s", async (price, shipping, expected) => {
  const read = await readFile(`${GOOGLE}\nA,Tee,in_stock,${price},,,,"${shipping}"\n`);
  expect([read.faults, bodyOf(read)]).toMatchObject([[], { price_amount: 25, price_currency: price.slice(3) }]);
  expect(bodyOf(read)?.shipping).toEqual(expected);
});

test("elements of shipping keep their own currency", async () => {
  const option = (country: string, price: string) =>
    `<g:shipping><g:country>${country}</g:country><g:price>${price}</g:price></g:shipping>`;
  const file = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>A</g:id><g:title>Tee</g:title><g:availability>in stock</g:availability><g:price>25 EUR</g:price>${option("US", "5 USD")}${option("DE", "4 EUR")}</item></channel></rss>`;
  const read = await readFile(file);
  expect([read.faults, bodyOf(read)]).toMatchObject([[], { price_amount: 25, price_currency: "EUR" }]);
  expect(bodyOf(read)?.shipping).toEqual([
    { country: "US", price_amount: 5, price_currency: "USD" },
    { country: "DE", price_amount: 4 },
  ]);
});

test("shipping with a sign that cannot be that of the row's currency is left out alone", async () => {
  const read = await readFile(`${GOOGLE}\nA,Tee,in_stock,25 EUR,19 EUR,,,US:::$5.00\n`);
  expect(bodyOf(read)).toMatchObject({ price_amount: 25, sale_price_amount: 19, price_currency: "EUR" });
  expect(bodyOf(read)?.shipping).toBeUndefined();
  expect(read.faults).toMatchObject([{ pointer: "/shipping", code: "invalid", value: "US:::$5.00" }]);
});
