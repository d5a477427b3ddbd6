import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";
import { readDate } from "./values/date.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-sale-dates-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = JSON.stringify({ price_currency: { value: "EUR" } });

test.each([
  ["12/1/27, 12:00 AM", "2027-12-01T00:00:00Z"],
  ["12/13/2027 11:00 PM", "2027-12-13T23:00:00Z"],
  ["11/20/27, 12:00\u202fAM", "2027-11-20T00:00:00Z"],
  ["11/20/27,\u00a08:05:09\u202fp.m.", "2027-11-20T20:05:09Z"],
  ["2027-12-24 12:30 PM", "2027-12-24T12:30:00Z"],
  ["Dec 24, 2027, 9:15 am", "2027-12-24T09:15:00Z"],
  ["24 December 2027 at 7 PM", "2027-12-24T19:00:00Z"],
  ["24.12.2027 18:00 Uhr", "2027-12-24T18:00:00Z"],
])("%s is a date", (text, expected) => {
  expect(readDate(text, "mdy")).toEqual({ type: "date", text: expected, isDate: false });
});

test.each(["12/24/2027 13:00 PM", "12/24/2027 0:10 AM", "12/24/2027 PM", "2027-12-24 25:00"])(
  "%s is no date",
  (text) => {
    expect(readDate(text, "mdy")).toEqual({ type: "none" });
  },
);

test.each([
  ["sale_price_starts_at,sale_price_ends_at", "next week,2027-01-01", "must be a date"],
  ["sale_price_starts_at,sale_price_ends_at", "2027-01-01,soon", "must be a date"],
  ["sale_price_starts_at,sale_price_ends_at", "12/1/27,12/5/27", "can be read in two ways"],
  ["sale_price_starts_at,sale_price_ends_at", "2027-03-01,2027-02-01", "must be after"],
  ["sale_price_effective_date", "Monday/2027-02-01", "must be two dates"],
])("a sale is left out if its dates (%s) are %s", async (columns, dates, message) => {
  const file = `sku,title,price,sale_price,availability,${columns}\nA,Tee,20.00,10.00,in stock,${dates}\n`;
  const { products, faults } = await read(file, { mapping: EUR });
  expect(products).toMatchObject([{ price_amount: 20, sale_price_amount: null, sale_price_starts_at: null }]);
  expect(faults[0]?.message).toContain(message);
  expect(faults[0]?.message).toContain("the sale is left out");
  expect((await read(file, { mapping: EUR, strict: "true" })).products).toEqual([]);
});

test("a sale of a market is left out if its dates cannot be read, and its price is kept", async () => {
  const mapping = JSON.stringify({
    price_currency: { value: "EUR" },
    "prices.USD.sale_ends_at": "until",
    "prices.USD.amount": "usd",
    "prices.USD.sale_amount": "usd_sale",
    "prices.USD.sale_starts_at": "from",
  });
  const file = (from: string, until: string): string =>
    `sku,title,price,availability,usd,usd_sale,from,until\nA,Tee,20.00,in stock,22.00,11.00,${from},${until}\n`;
  for (const [from, until] of [
    ["2027-01-01", "whenever"],
    ["2027-01-01", "2026-01-01"],
  ] as const) {
    const { products, faults } = await read(file(from, until), { mapping });
    expect(products).toMatchObject([{ prices: [{ currency: "USD", amount: 22 }] }]);
    expect(products[0]?.prices).toEqual([{ currency: "USD", amount: 22 }]);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining("the sale is left out")]);
  }
});

test("a date of zeros is an empty cell", async () => {
  const file =
    "sku,title,price,sale_price,availability,sale_price_ends_at\nA,Tee,20.00,10.00,in stock,0000-00-00 00:00:00\n";
  const { products, faults } = await read(file, { mapping: EUR });
  expect([faults, products]).toMatchObject([[], [{ sale_price_amount: 10 }]]);
});

test("the days of a period in Meta's form are whole days", async () => {
  const period = "2099-11-01T0:00-23:59/2099-11-08T0:00-23:59";
  const { products } = await read(
    `sku,title,price,currency,availability,sale_price,sale_price_effective_date\nA,Tee,20,EUR,in stock,10,${period}\n`,
  );
  expect(products).toMatchObject([
    { sale_price_starts_at: "2099-11-01T00:00:00Z", sale_price_ends_at: "2099-11-08T23:59:59Z" },
  ]);
});

test.each(["2026-11-01T08:00-23:59", "2026-11-01T08:00+14:30", "2026-11-01T08:00+0175"])(
  "%s is in no time zone",
  (text) => {
    expect(readDate(text, undefined)).toEqual({ type: "none" });
  },
);

test("the last time zone is 14 hours from UTC", () => {
  expect(readDate("2026-11-01T08:00+14:00", undefined)).toMatchObject({ text: "2026-11-01T08:00:00+14:00" });
});
