import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-german-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The availability and the status of a product with a stock of 5 and a value in one more column, above another product. */
async function stateWith(column: string, value: string, other: string): Promise<unknown[]> {
  const file = `sku;title;price;stock;${column}\nA;Tee;5 EUR;5;${value}\nB;Cap;5 EUR;5;${other}\n`;
  const { products } = await read(file);
  return products.flatMap(({ sku, availability, status = "active" }) => (sku === "A" ? [availability, status] : []));
}

test.each([
  ["is_sales_item", "0", "1"],
  ["Verkaufsartikel", "nein", "ja"],
  ["Online verkaufen", "nein", "ja"],
  ["Verkauf online", "nein", "ja"],
  ["store_only", "1", "0"],
  ["In-store only", "yes", "no"],
  ["pickup_only", "yes", "no"],
  ["nur im Laden", "ja", "nein"],
  ["Nur Abholung", "ja", "nein"],
  ["reserved", "yes", "no"],
  ["Reserviert", "ja", "nein"],
])("a product is out of stock with %s %s, and not with %s", async (column, value, other) => {
  expect(await stateWith(column, value, other)).toEqual(["out_of_stock", "active"]);
  expect(await stateWith(column, other, value)).toEqual(["in_stock", "active"]);
});

test.each([
  ["Artikelstatus", "inaktiv"],
  ["Artikelstatus", "gesperrt"],
  ["Produktstatus", "nicht aktiv"],
])("a product whose %s is %s is not published", async (column, value) => {
  expect(await stateWith(column, value, "aktiv")).toEqual(["in_stock", "draft"]);
  expect(await stateWith(column, "aktiv", value)).toEqual(["in_stock", "active"]);
});

test("a status that says what is sold out is the availability", async () => {
  expect(await stateWith("Artikelstatus", "ausverkauft", "lieferbar")).toEqual(["out_of_stock", "active"]);
});

test("a count of reserved units takes no product off sale", async () => {
  expect(await stateWith("reserved", "1", "0")).toEqual(["in_stock", "active"]);
});

test.each([
  ["neu", "new"],
  ["gebraucht", "used"],
  ["B-Ware", "used"],
])("the state %s of the goods is the condition %s", async (value, condition) => {
  const { products } = await read(`sku;title;price;stock;Zustand\nA;Tee;5 EUR;5;${value}\n`);
  expect(products).toMatchObject([{ condition, availability: "in_stock" }]);
});

test("a stock on hand is asked about: what is reserved may be part of it", async () => {
  const { products, questions } = await read("sku;title;price;stock_on_hand;reserved\nA;Tee;5 EUR;5;5\n");
  expect(products[0]).not.toHaveProperty("availability");
  expect(questions.map(({ code }) => code)).toContain("availability");
});
