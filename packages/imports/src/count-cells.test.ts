import { expect, test } from "@jest/globals";
import { addCells, createCellCounter } from "./count-cells.js";

const PLAN = { columns: ["sku", "title", "margin"], mapping: { sku: "sku", title: "title" } };

test("each row adds one to each column: by its outcome, or empty, ignored or left out with a warning", () => {
  const counter = createCellCounter(PLAN);
  counter.add({ line: 2, cells: ["A", "Tee", "3"] }, "applied");
  counter.add({ line: 3, cells: ["B", " ", "4"] }, "unchanged");
  counter.add({ line: 4, cells: ["C", "Hat", ""] }, "applied", new Set(["title"]));
  counter.add({ line: 5, members: { sku: "D", title: null, margin: 4 } }, "rejected");
  counter.add({ line: 6, text: "?" }, "rejected");
  counter.add({ line: 7, cells: ["", "x", "5"] }, "skipped");
  // Applied, unchanged, warned, rejected, ignored, skipped, empty, inapplicable.
  expect(counter.table()).toEqual([
    [2, 1, 0, 2, 0, 0, 1, 0],
    [1, 0, 1, 1, 0, 1, 2, 0],
    [0, 0, 0, 0, 5, 0, 1, 0],
  ]);
});

test("tables of parts of a file add up", () => {
  expect(addCells([], [[1, 2]])).toEqual([[1, 2]]);
  expect(addCells([[1, 2]], [[3, 4]])).toEqual([[4, 6]]);
  expect([addCells([[1]], [[3, 4]]), addCells([[3, 4]], [[1]])]).toEqual([[[4, 4]], [[4, 4]]]);
});
