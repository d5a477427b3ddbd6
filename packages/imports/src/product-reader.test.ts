import { expect, test } from "@jest/globals";
import type { ImportPlan } from "./import-plan.js";
import { createRowReader, type GivenRow, type ProductReader } from "./product-reader.js";
import { createRowAssembler } from "./read-rows.js";
import type { RawRow } from "./row.js";

const PLAN: ImportPlan = {
  format: "csv",
  compression: "none",
  delimiter: ",",
  columns: ["sku", "name", "note"],
  mapping: { sku: "sku", title: "name" },
  fill_down: { columns: [] },
  clears_empty: false,
};
const readerOf = (change: Partial<ImportPlan> = {}) => createRowReader({ ...PLAN, ...change });
const find = (reader: ProductReader, ...cells: string[]): GivenRow => reader.find({ line: 1, cells });
const hashOf = (change: Partial<ImportPlan>, ...cells: string[]) => {
  const reader = readerOf(change);
  return find(reader, ...cells).hash;
};

test("rows have the same hash only for the same text with the same plan", () => {
  const hash = hashOf({}, "A", "Tee", "x");
  expect(hashOf({}, "A", "Tee", "x")).toBe(hash);
  const others = [
    hashOf({}, "A", "Te", "ex"),
    hashOf({}, "A", "\ud83d", "x"),
    hashOf({}, "A", "\ude00", "x"),
    hashOf({}, "A", "Tee", "y"),
    hashOf({ mapping: { sku: "sku", title: "note" } }, "A", "Tee", "x"),
    hashOf({ mapping: { ...PLAN.mapping, brand: { value: "Acme" } } }, "A", "Tee", "x"),
    hashOf({ columns: ["sku", "note", "name"] }, "A", "Tee", "x"),
    hashOf({ clears_empty: true }, "A", "Tee", "x"),
  ];
  expect(new Set([hash, ...others]).size).toBe(others.length + 1);
});

/** The hashes of rows as an import reads them, with rows of one product combined. */
function hashesOf(change: Partial<ImportPlan>, ...rows: RawRow[]) {
  const assembler = createRowAssembler({ ...PLAN, ...change });
  const reader = readerOf(change);
  return [...assembler.push(rows), ...assembler.end()].map((row) => reader.find(row).hash);
}
const FILLED = { fill_down: { columns: ["name"] } };

test("values taken from the row above count like a row's own", () => {
  const [, second] = hashesOf(FILLED, { line: 2, cells: ["A", "Tee", "x"] }, { line: 3, cells: ["B", "", "x"] });
  expect(second).toBe(hashOf(FILLED, "B", "Tee", "x"));
});

test("a row is identified by its own text, unless it takes values from the row above", () => {
  const known = (name: string, change: Partial<ImportPlan>) => {
    const rows = [
      { line: 2, cells: ["A", name, "x"] },
      { line: 3, text: "B,,x", cells: ["B", "", "x"] },
    ];
    return hashesOf(change, ...rows)[1];
  };
  expect(known("Tee", {})).toBe(known("Shirt", {}));
  expect(known("Tee", FILLED)).not.toBe(known("Shirt", FILLED));
});

test("a row without a SKU, with a repeated one, or that is unreadable has no hash", () => {
  const reader = readerOf();
  expect(find(reader, "A", "Tee", "").hash).toMatch(/^[0-9a-f]{64}$/);
  expect(find(reader, "A", "Tee", "").hash).toBeUndefined();
  expect(find(reader, " ", "Tee", "").hash).toBeUndefined();
  const [unfit] = hashesOf({}, { line: 2, cells: ["B", "Tee"] });
  expect(unfit).toBeUndefined();
  const fault = { code: "unreadable_row", message: "a quote is not closed" } as const;
  expect(reader.find({ line: 1, fault }).hash).toBeUndefined();
});
