import { expect, test } from "@jest/globals";
import { fitItems } from "./fit-items.js";

const item = "x".repeat(38);

test("what fits stays, in its order", () => {
  expect(fitItems(["a", item, "b"], 40)).toEqual(["a", item, "b"]);
});

test("the answer ends before the entry that would be too much, even when a later one would fit", () => {
  expect(fitItems([item, item, item, "a"], 42)).toEqual([item, item]);
});

test("one entry is always answered, or a reader would never get past it", () => {
  expect(fitItems([item, "a"], 5)).toEqual([item]);
  expect(fitItems([], 5)).toEqual([]);
});
