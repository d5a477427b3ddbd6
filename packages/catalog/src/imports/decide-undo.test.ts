import { expect, test } from "@jest/globals";
import { decideUndo, type FieldChange } from "./decide-undo.js";

const change = (written: object, previous: object, sku = "A"): FieldChange => ({
  sku,
  written: { ...written },
  previous: { ...previous },
});

const undoOf = (changes: readonly FieldChange[], current: object) => decideUndo(changes, () => ({ ...current }))[0];

test("fields get their former values, and a field that had none is cleared", () => {
  const undo = undoOf([change({ brand: "New", size: "M" }, { brand: "Old", size: null })], { brand: "New", size: "M" });
  expect(undo).toEqual({ sku: "A", patch: { brand: "Old", size: null }, kept: [] });
});

test("a field that was changed since keeps its value, and the others are undone", () => {
  const undo = undoOf([change({ brand: "New", size: "M" }, { brand: "Old", size: "S" })], { brand: "Own", size: "M" });
  expect(undo).toEqual({ sku: "A", patch: { size: "S" }, kept: ["brand"] });
});

test("several updates of a product are undone to the state before the first", () => {
  const changes = [change({ brand: "C" }, { brand: "B" }), change({ brand: "B" }, { brand: "A" })];
  expect(undoOf(changes, { brand: "C" })?.patch).toEqual({ brand: "A" });
  expect(undoOf(changes, { brand: "B" })).toEqual({ sku: "A", patch: {}, kept: ["brand"] });
});

test("members that were added are removed, and others restored", () => {
  const before = { a: "1", b: { c: "2" } };
  const after = { a: "9", b: { c: "2", d: "3" }, e: "4" };
  expect(undoOf([change({ metadata: after }, { metadata: before })], { metadata: after })?.patch).toEqual({
    metadata: { a: "1", b: { c: "2", d: null }, e: null },
  });
});

test("deleted products and fields of the server are left out", () => {
  expect(decideUndo([change({ brand: "New" }, { brand: "Old" })], () => undefined)).toEqual([]);
  expect(undoOf([change({ price: "2 USD" }, { price: "1 USD" })], { price: "2 USD" })?.patch).toEqual({});
});
