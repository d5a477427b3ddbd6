import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { guessMapping } from "./guess-mapping.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-noted-names-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  ["Lagerbestand (Stk.)", "stock"],
  ["Stock (pcs)", "stock"],
  ["Bestand (Stück)", "stock"],
  ["在庫数（個）", "stock"],
  ["EAN/GTIN", "gtin"],
  ["EAN / Barcode", "gtin"],
  ["Artikelnummer (SKU)", "sku"],
  ["Marke (Hersteller)", "brand"],
  ["Titel (Pflichtfeld)", "title"],
  ["Description [required]", "description"],
])("the note in a header %s changes nothing", (column, target) => {
  expect(guessMapping([column, "x"], {}).mapping).toEqual({ [target]: column });
});

test("a column with the name alone is preferred", () => {
  expect(guessMapping(["sku", "Bestand (Stk.)", "Bestand"], {}).mapping.stock).toBe("Bestand");
});

test.each([
  "Bestand (reserviert)",
  "Stock (Berlin)",
  "Titel (intern)",
  "Preis (EK)",
  "EAN (Karton)",
  "Farbe/Größe",
  "SKU/Titel",
])("the note in a header %s may change what it means", (column) => {
  expect(guessMapping([column, "x"], {}).mapping).toEqual({});
});

test("a depth with a unit is the length of a product without one", async () => {
  const file = (...names: string[]): string => `sku;title;price;currency;stock;${names.join(";")}\nA;T;9;EUR;5;7;8;9\n`;
  const [deep] = (await read(file("Breite [cm]", "Höhe (cm)", "Tiefe in cm"))).products;
  expect(deep).toMatchObject({ dimensions: { width: 7, height: 8, length: 9, unit: "cm" } });
  const [long] = (await read(file("Tiefe in cm", "Länge in cm", "Breite in cm"))).products;
  expect(long).toMatchObject({ dimensions: { length: 8, width: 9, unit: "cm" } });
});
