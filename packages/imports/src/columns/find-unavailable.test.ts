import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-unavailable-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const file = (column: string, ...values: string[]): string =>
  [`sku;title;price;currency;stock;"${column}"`, ...values.map((value, i) => `A${i};Tea;10;EUR;5;"${value}"`)].join(
    "\n",
  );

test.each([
  ["Lieferbarkeit", "nicht lieferbar", "lieferbar"],
  ["Bestandsstatus", "nicht lieferbar", "lieferbar"],
  ["Voorraadstatus", "Uitverkocht", "Op voorraad"],
  ["Levertijd", "Niet leverbaar", "1-2 werkdagen"],
  ["Levertijd", "Tijdelijk uitverkocht", ""],
  ["Stock message", "Sold out", "In stock"],
  ["Lieferzeit", "ausverkauft", "3-4 Tage"],
  ["Liefertext", "zur Zeit nicht lieferbar", "sofort lieferbar"],
  ["Shipping time", "currently unavailable", "2 days"],
  ["stock_status_label", "Sold out", ""],
  ["Availability text", "Sold out", "Last pieces"],
  ["Bestandstext", "Ausverkauft", "genug da"],
  ["Statut de stock", "En rupture", "En stock"],
  ["Estado stock", "Sin stock", "En stock"],
  ["Dostępność produktu", "Niedostępny", "Dostępny"],
  ["Voorraad status", "Uitverkocht", "Op voorraad"],
  ["Inventory status", "OUT", "In stock"],
  ["Hinweis", "Ausverkauft", "Neu"],
  ["Badge", "SOLD OUT!", "new"],
  ["備考", "完売しました", ""],
  ["Verkauf möglich", "nein", "ja"],
  ["sell_online", "0", "1"],
  ["disable_buy_button", "TRUE", "FALSE"],
  ["ATP", "0", "5"],
])("next to a stock, a product whose column %s says %s is out of stock", async (column, unavailable, available) => {
  const { products, questions } = await read(file(column, unavailable, available));
  expect(products.map(({ availability }) => availability)).toEqual(["out_of_stock", "in_stock"]);
  expect(questions).toEqual([]);
});

test("a product far below the first rows is out of stock as well, by another phrase", async () => {
  const rows = Array.from({ length: 300 }, () => "1-2 werkdagen");
  const { products } = await read(file("Levertijd", ...rows, "Uitverkocht"));
  expect(products.filter(({ availability }) => availability !== "in_stock").map(({ sku }) => sku)).toEqual(["A300"]);
});

test("what such a column says never makes a product available", async () => {
  const text =
    "sku;title;price;currency;stock;Levertijd\nA;T;9;EUR;0;Op voorraad\nB;T;9;EUR;0;3 weken\nC;T;9;EUR;1;Uitverkocht\n";
  const { products, faults } = await read(text);
  expect(faults).toEqual([]);
  expect(products.map(({ availability }) => availability)).toEqual(["out_of_stock", "out_of_stock", "out_of_stock"]);
});

test.each([
  ["Video", "not available", "https://example.com/v"],
  ["Amazon status", "Sold out", "Active listing"],
  ["Filiale Mitte", "ausverkauft", ""],
  ["Lieferantenbestand", "nicht lieferbar", ""],
  ["Hinweis", "nicht verfügbar", "Neu"],
])("a column %s with %s is asked about, until an answer", async (column, first, second) => {
  const text = file(column, first, second);
  const { questions, products } = await read(text);
  expect(questions).toMatchObject([{ code: "purchasable", column }]);
  expect(products.map(({ availability }) => availability)).toEqual(["in_stock", "in_stock"]);
  const answered = (questions[0]?.answers ?? []).map(({ mapping }) => read(text, { mapping: JSON.stringify(mapping) }));
  expect((await answered[0])?.products.map(({ availability }) => availability)).toEqual(["out_of_stock", "in_stock"]);
  for (const one of answered) expect((await one).questions).toEqual([]);
});

test.each([
  ["Warranty", "no", "yes"],
  ["Category", "Sold out", "Tea"],
  ["Titel 2", "Ausverkauft", "Tee"],
  ["Gift wrap", "none", "0"],
  ["Hinweis", "Ersatzakku inklusive", "auf Anfrage graviert"],
  ["Supplier", "Broken Bow", "Presto"],
  ["Shipping class", "large", "pickup"],
])("a column %s with %s says nothing about it", async (column, first, second) => {
  const { products, questions } = await read(file(column, first, second));
  expect(products.map(({ availability }) => availability)).toEqual(["in_stock", "in_stock"]);
  expect(questions).toEqual([]);
});

test("without a stock, a column of phrases is offered as the availability", async () => {
  const { questions } = await read(
    "sku;title;price;currency;Levertijd\nA;T;9;EUR;Uitverkocht\nB;T;9;EUR;Op voorraad\n",
  );
  expect(questions).toMatchObject([{ code: "availability", answers: [{ label: "Levertijd" }, {}, {}] }]);
});

test("a mapping says which texts take a product off sale", async () => {
  const rule = { purchasable: { column: "Category", as: "unavailable" } };
  const { products } = await read(file("Category", "Sold out", "Tea"), { mapping: JSON.stringify(rule) });
  expect(products.map(({ availability }) => availability)).toEqual(["out_of_stock", "in_stock"]);
});

test("a feed for a channel says in its own columns what applies to a region", async () => {
  const text =
    "id\ttitle\tdescription\tlink\timage_link\tprice\tavailability\tgeo_availability\nA\tT\tD\thttps://example.com/a\thttps://example.com/a.jpg\t9.00 EUR\tin_stock\tout_of_stock in CA\n";
  const { products, questions, plan } = await read(text);
  expect(plan.preset).not.toBe("none");
  expect(products.map(({ availability }) => availability)).toEqual(["in_stock"]);
  expect(questions).toEqual([]);
});
