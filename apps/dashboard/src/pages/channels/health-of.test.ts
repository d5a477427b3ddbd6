import { expect, test } from "@jest/globals";
import { healthOf } from "./health-of.js";

const found = (invalid: number, is_complete = true, is_exact = true) =>
  healthOf({ is_complete, summary: { invalid, is_exact } });

test("a channel with errors does not look healthy, whether or not all was looked at", () => {
  expect(found(1)).toEqual({ tone: "bad", text: "1 product with errors" });
  expect(found(1200, false)).toEqual({ tone: "bad", text: "1,200 products with errors" });
  expect(found(1000, true, false).text).toBe("at least 1,000 products with errors");
});

test("none is said to be without errors before all products were looked at", () => {
  expect(found(0, false)).toEqual({ tone: "plain", text: "Checking" });
  expect(found(0)).toEqual({ tone: "good", text: "No errors" });
});
