import { expect, test } from "@jest/globals";
import { fitItems } from "./fit-items.js";

const item = "x".repeat(38);

test("items that fit are kept, in order", () => {
  expect(fitItems(["a", item, "b"], 40)).toEqual(["a", item, "b"]);
});

test("the list ends before the first item that does not fit, even if a later one would", () => {
  expect(fitItems([item, item, item, "a"], 42)).toEqual([item, item]);
});

test("one item is always returned, so that paging makes progress", () => {
  expect(fitItems([item, "a"], 5)).toEqual([item]);
  expect(fitItems([], 5)).toEqual([]);
});
