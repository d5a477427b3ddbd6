import { expect, test } from "@jest/globals";
import { parseSkus, resultsOf } from "./parse-skus.js";

test("a text that cannot be a SKU does not affect the others, which are normalized and unique", () => {
  const long = "x".repeat(101);
  const parsed = parseSkus([" A ", long, "A", "B\u200b", "C", ""]);
  expect(parsed).toMatchObject([
    { sku: "A" },
    { sku: long, problem: { code: "validation_failed", message: "The SKU must have at most 100 characters." } },
    { sku: "B\u200b", problem: { code: "validation_failed" } },
    { sku: "C" },
    { sku: "", problem: { message: "The SKU must not be empty." } },
  ]);
  const rejected = (sku: string) => `${sku.slice(0, 1)} rejected`;
  expect(resultsOf(parsed, ["A done", "C done"], rejected)).toEqual([
    "A done",
    "x rejected",
    "B rejected",
    "C done",
    " rejected",
  ]);
});
