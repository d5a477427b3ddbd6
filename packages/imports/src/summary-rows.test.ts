import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createSummaryRows } from "./summary-rows.js";
import { readFileWith } from "./testing/read-file-with.js";
import { workbookOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-summary-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const HEADER = "Artikelnummer;Titel;Preis;Lagerbestand";
const PRODUCTS = "A;Tee;12,90 EUR;3\nB;Hut;1.299,00 EUR;0\n";
const typesOf = async (content: string | Buffer) => (await read(content)).rows.map(({ type }) => type);

describe("rows below a table that sum it up are skipped", () => {
  test.each([
    ["a label and sums", "Total;;1.311,90 EUR;3\n"],
    ["a label with a colon, in another column", ";Gesamtsumme:;1.311,90 €;3\n"],
    ["fewer cells than columns", "Summe;1.311,90\n"],
    ["more cells than columns", "Total;;1311,90;3;;;7\n"],
    ["below an empty row", ";;;\n;;;\nTOTAL;;;3\n"],
    ["a count", "(2 rows affected)\n"],
    ["a label with a count", "Total: 2 products;;;\n"],
    ["formulas", "Total;;=SUM(C2:C3);=SUM(D2:D3)\n"],
    ["a subtotal above the total", "Subtotal;;1000;3\nGrand total;;1.190,00;3\n"],
    ["a note below it", "Summe;;1.311,90 EUR;3\nStand: 1.1.2026;;;\n"],
    ["a note between empty rows", "Total;;1000;3\n;;;\n;Created by accounting;;\n"],
    ["a number of pieces", "Sous-total;;;3 Stk\n"],
  ])("%s", async (_what, end) => {
    const { rows, faults } = await read(`${HEADER}\n${PRODUCTS}${end}`);
    const skippedCount = end.split("\n").filter((line) => line.replaceAll(";", "") !== "").length;
    expect(faults).toEqual([]);
    expect(rows.map(({ type }) => type)).toEqual(["product", "product", ...Array(skippedCount).fill("skipped")]);
  });

  test("in a workbook", async () => {
    const rows = [
      ["SKU", "Title", "Price", "Currency", "Stock"],
      ["A", "Tee", 5, "EUR", 3],
      ["Totals", null, 5, null, 3],
    ];
    expect(await typesOf(workbookOf(rows))).toEqual(["product", "skipped"]);
  });
});

describe("a row is a product", () => {
  test.each([
    ["with a SKU and a title that is a label", "T-1;Total;1,00 EUR;3\n"],
    ["with a title next to the label", "Total;Total 0% Yoghurt;1,00 EUR;3\n"],
    ["above other products", "Total;;1,00 EUR;3\nC;Cap;1,00 EUR;1\n"],
    ["with a SKU that is a number", "57;;1,00 EUR;3\n"],
  ])("%s", async (_what, end) => {
    expect(await typesOf(`${HEADER}\n${PRODUCTS}${end}`)).not.toContain("skipped");
  });

  test("if more rows look like summaries than a table has", () => {
    const rows = Array.from({ length: 25 }, (_, i) => ({ line: i + 2, cells: ["Total", "5"] }));
    const summaries = createSummaryRows(2, 0);
    const products = [...summaries.push(rows.slice(0, 8)), ...summaries.push(rows.slice(8))];
    expect(products.map(({ line }) => line)).toEqual(rows.slice(0, 15).map(({ line }) => line));
    expect(summaries.end()).toHaveLength(10);
  });
});

test("rows are returned once and in their order, however they are divided", () => {
  const labels = ["A", "Total", "B", "Sum", "Total", "C", "D", "Total", "Total"];
  const rows = labels.map((label, i) => ({ line: i + 1, cells: [label, "5"] }));
  for (let cut = 0; cut <= rows.length; cut += 1) {
    const summaries = createSummaryRows(2, 0);
    const products = [...summaries.push(rows.slice(0, cut)), ...summaries.push(rows.slice(cut))];
    expect([products.length, ...products, ...summaries.end()].slice(0, 8)).toEqual([7, ...rows.slice(0, 7)]);
  }
});
