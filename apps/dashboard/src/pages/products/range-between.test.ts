import { expect, test } from "@jest/globals";
import { rangeBetween } from "./range-between.js";

const SHOWN = ["A", "B", "C", "D"];

test.each([
  ["A", "C", ["A", "B", "C"]],
  ["D", "B", ["B", "C", "D"]],
  ["B", "B", ["B"]],
  [null, "C", ["C"]],
  ["gone", "C", ["C"]],
])("a range from %j to %j has the products between them", (from, to, range) => {
  expect(rangeBetween(SHOWN, from, to)).toEqual(range);
});
