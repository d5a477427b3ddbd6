import { expect, test } from "@jest/globals";
import { healthOf } from "./health-of.js";

const found = (invalid: number, is_complete = true, is_exact = true) =>
  healthOf({ is_complete, summary: { invalid, is_exact } });

test("a channel with errors is not healthy, even before all products are checked", () => {
  expect(found(1)).toEqual({ tone: "bad", text: "1 product with errors" });
  expect(found(1200, false)).toEqual({ tone: "bad", text: "1,200 products with errors" });
  expect(found(1000, true, false).text).toBe("at least 1,000 products with errors");
});

test("a channel has no errors only after all products are checked", () => {
  expect(found(0, false)).toEqual({ tone: "plain", text: "Checking" });
  expect(found(0)).toEqual({ tone: "good", text: "No errors" });
});
