import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-other-names-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const productsIn = async (columns: string, ...cells: readonly string[]) => {
  const rows = cells.map((cell, i) => `S${i};Tea;in stock;${cell}`);
  const mapping = JSON.stringify({ price_currency: { value: "EUR" } });
  return read([`sku;title;availability;${columns}`, ...rows].join("\n"), { mapping });
};

test("of several columns with a GTIN, the first one with a value is read", async () => {
  const { products } = await productsIn(
    "price;ean;upc;isbn",
    "9.90;4006381333931;036000291452;",
    "9.90;;036000291452;",
    "9.90;;;9783161484100",
    "9.90;;;",
  );
  expect(products.map(({ gtin }) => gtin)).toEqual(["4006381333931", "036000291452", "9783161484100", undefined]);
});

test.each([
  "Código de barras",
  "Code-barres",
  "Code à barres",
  "Codice a barre",
  "Kod kreskowy",
  "Kod EAN",
  "Streepjescode",
  "Čárový kód",
  "Strichcode",
])("%s is the GTIN", async (column) => {
  const { products } = await productsIn(`price;${column}`, "9.90;4006381333931");
  expect(products).toMatchObject([{ gtin: "4006381333931" }]);
});

test.each([
  "Precio oferta",
  "Precio con descuento",
  "Rabattpreis",
  "Prix remisé",
  "Offer price",
  "Discount price",
  "Preço com desconto",
  "Prezzo offerta",
  "Cena po rabacie",
])("%s is the price of a sale", async (column) => {
  const { products } = await productsIn(`price;${column}`, "10;8", "10;");
  expect(products).toMatchObject([{ price_amount: 10, sale_price_amount: 8 }, { sale_price_amount: null }]);
});

test.each([
  ["Preis", "Streichpreis"],
  ["Prix", "Prix barré"],
  ["Prix", "Ancien prix"],
  ["Precio", "Precio tachado"],
  ["Preço", "Preço riscado"],
  ["Prezzo", "Prezzo barrato"],
  ["Cena", "Cena przekreślona"],
  ["Price", "Old price"],
  ["Price (EUR)", "Was price (EUR)"],
])("next to %s, the higher %s is the price, and the other one that of the sale", async (price, before) => {
  const { products } = await productsIn(`${price};${before}`, "8;10", "8;8", "8;");
  expect(products).toMatchObject([
    { price_amount: 10, sale_price_amount: 8 },
    { price_amount: 8, sale_price_amount: null },
    { price_amount: 8, sale_price_amount: null },
  ]);
});

test.each([
  ["Preis;Sonderpreis;Sonderpreis von;Sonderpreis bis", "10;8;2027-01-01;2027-01-31"],
  ["Preis;Aktionspreis;Aktion von;Aktion bis", "10;8;2027-01-01;2027-01-31"],
  ["Prix;Prix promo;Début promo;Fin promo", "10;8;2027-01-01;2027-01-31"],
  ["Preis;Streichpreis;Aktion ab;Aktion bis", "8;10;2027-01-01;2027-01-31"],
])("the dates of a sale are found in %s", async (columns, cells) => {
  const { products } = await productsIn(columns, cells);
  expect(products).toMatchObject([
    {
      price_amount: 10,
      sale_price_amount: 8,
      sale_price_starts_at: "2027-01-01T00:00:00Z",
      sale_price_ends_at: "2027-01-31T23:59:59Z",
    },
  ]);
});

test.each([
  ["Poids (g)", "250", { value: 250, unit: "g" }],
  ["Peso (kg)", "1.5", { value: 1.5, unit: "kg" }],
  ["Waga [kg]", "1.5", { value: 1.5, unit: "kg" }],
  ["重量(g)", "250", { value: 250, unit: "g" }],
  ["重量（g）", "250", { value: 250, unit: "g" }],
  ["Gewicht in kg", "1.5", { value: 1.5, unit: "kg" }],
  ["Hmotnost (kg)", "1.5", { value: 1.5, unit: "kg" }],
])("a weight in %s has its unit", async (column, cell, weight) => {
  const { products, questions } = await productsIn(`price;${column}`, `9.90;${cell}`);
  expect([questions, products]).toMatchObject([[], [{ weight }]]);
});

test("sides have the unit of their headers", async () => {
  const { products } = await productsIn("price;Largeur (cm);Hauteur (cm);Longueur (cm)", "9.90;20;30;40");
  expect(products).toMatchObject([{ dimensions: { width: 20, height: 30, length: 40, unit: "cm" } }]);
});

test("Waluta is the currency", async () => {
  const { products } = await read("sku;nazwa;cena;waluta;stock\nA;Tea;9,90;PLN;3\n");
  expect(products).toMatchObject([{ price_amount: 9.9, price_currency: "PLN" }]);
});
