import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-stock-"));
afterAll(() => rmSync(folder, { recursive: true }));
const readFile = readFileWith(folder);
const MAPPED = JSON.stringify({ inventory_quantity: "Menge" });

/** The availability of new products with these cells for the columns. */
async function newOf(columns: string, rows: readonly string[], mapping = "{}") {
  const file = [`sku,title,price,currency,${columns}`, ...rows.map((cells, i) => `A${i},T,1,EUR,${cells}`)].join("\n");
  const read = await readFile(file, { mapping });
  return {
    ...read,
    availability: read.rows.map((row) =>
      row.type === "product" ? { ...row.ifNew, ...row.body }.availability : row.type,
    ),
  };
}

test.each([
  ["availability,stock", [",0", ",3", "preorder,3", "in stock,0"], "{}"],
  ["availability,Menge", [",0", ",3", "preorder,3", "in stock,0"], MAPPED],
])("an empty availability of a new product follows the stock: %s", async (columns, rows, mapping) => {
  const { availability, faults } = await newOf(columns, rows, mapping);
  expect(availability).toEqual(["out_of_stock", "in_stock", "preorder", "out_of_stock"]);
  expect(faults.map(({ code }) => code)).toEqual(["quantity_availability_mismatch"]);
});

test.each(["{}", MAPPED])("a stock without an availability decides the same with the mapping %s", async (mapping) => {
  const { availability, rows, questions } = await newOf("Menge", ["0", "3"], mapping);
  expect(availability).toEqual(["out_of_stock", "in_stock"]);
  expect(questions).toEqual([]);
  expect(rows).toMatchObject([{ body: { inventory_quantity: 0 } }, { body: { inventory_quantity: 3 } }]);
});

test("whether the shop sells without stock counts, too", async () => {
  const { availability } = await newOf("availability,stock,sells_without_stock", [",0,yes", ",0,no"]);
  expect(availability).toEqual(["backorder", "out_of_stock"]);
});

test("stock that is not tracked makes a new product available", async () => {
  const { availability } = await newOf("availability,stock,stock_tracked", [",0,no", "out of stock,0,no"]);
  expect(availability).toEqual(["in_stock", "out_of_stock"]);
});

test("an availability that cannot be read is not replaced by the stock", async () => {
  const { availability, faults } = await newOf("availability,stock", ["perhaps,3"]);
  expect(availability).toEqual([undefined]);
  expect(faults).toMatchObject([{ pointer: "/availability" }]);
});

test("products without a count are asked about, and the answer is read", async () => {
  const { availability, questions } = await newOf("Menge", ["0", ""], MAPPED);
  expect(availability).toEqual(["out_of_stock", undefined]);
  expect(questions).toMatchObject([{ code: "availability", column: "Menge" }]);
  const mapping = JSON.stringify({ ...JSON.parse(MAPPED), ...questions[0]?.answers[0]?.mapping });
  expect((await newOf("Menge", ["0", ""], mapping)).availability).toEqual(["out_of_stock", "in_stock"]);
});

test("a new product in JSON has the availability of its stock if its own is null", async () => {
  const one = { title: "T", price: 1, currency: "EUR" };
  const { rows } = await readFile(
    JSON.stringify([
      { sku: "A", ...one, availability: null, stock: 0 },
      { sku: "B", ...one, stock: 3 },
      { sku: "C", ...one, availability: "in_stock", stock: 3 },
    ]),
  );
  expect(rows.map((row) => row.type === "product" && { ...row.ifNew, ...row.body }.availability)).toEqual([
    "out_of_stock",
    "in_stock",
    "in_stock",
  ]);
});
