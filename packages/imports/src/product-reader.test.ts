import { expect, test } from "@jest/globals";
import type { ImportPlan } from "./import-plan.js";
import { createRowReader, type GivenRow, type ProductReader } from "./product-reader.js";

const PLAN: ImportPlan = {
  ...{ format: "csv", compression: "none", delimiter: ",", columns: ["sku", "name", "note"] },
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

test("a row has the hash of the same words, read the same way, and of nothing else", () => {
  const hash = hashOf({}, "A", "Tee", "x");
  expect(hashOf({}, "A", "Tee", "x")).toBe(hash);
  const others = [
    hashOf({}, "A", "Te", "ex"),
    hashOf({}, "A", "Tee", "y"),
    hashOf({ mapping: { sku: "sku", title: "note" } }, "A", "Tee", "x"),
    hashOf({ mapping: { ...PLAN.mapping, brand: { value: "Acme" } } }, "A", "Tee", "x"),
    hashOf({ columns: ["sku", "note", "name"] }, "A", "Tee", "x"),
    hashOf({ clears_empty: true }, "A", "Tee", "x"),
  ];
  expect(new Set([hash, ...others]).size).toBe(others.length + 1);
});

test("what a row takes from the one above is as its own", () => {
  const reader = readerOf({ fill_down: { columns: ["name"] } });
  find(reader, "A", "Tee", "x");
  expect(find(reader, "B", "", "x").hash).toBe(hashOf({ fill_down: { columns: ["name"] } }, "B", "Tee", "x"));
});

test("a row is known by its own text, but not where it takes something from the one above", () => {
  const known = (name: string, columns: string[]) => {
    const reader = readerOf({ fill_down: { columns } });
    find(reader, "A", name, "x");
    return reader.find({ line: 2, text: "B,,x", cells: ["B", "", "x"] }).hash;
  };
  expect(known("Tee", [])).toBe(known("Shirt", []));
  expect(known("Tee", ["name"])).not.toBe(known("Shirt", ["name"]));
});

test("a row that cannot be known again has no hash: without an SKU, named before, or unreadable", () => {
  const reader = readerOf();
  expect(find(reader, "A", "Tee", "").hash).toMatch(/^[0-9a-f]{64}$/);
  expect(find(reader, "A", "Tee", "").hash).toBeUndefined();
  expect(find(reader, " ", "Tee", "").hash).toBeUndefined();
  expect(find(reader, "B", "Tee").hash).toBeUndefined();
  expect(reader.find({ line: 1, fault: "a quote is not closed" }).hash).toBeUndefined();
});
