import { expect, test } from "@jest/globals";
import { changeInclusion } from "./change-inclusion.js";

const SELECTION = { filters: {}, include_skus: ["A", "B"], exclude_skus: ["C", "D"] };

test.each([
  ["in", ["A", "B", "C"], ["D"]],
  ["out", ["A"], ["D", "B", "C"]],
  ["filters", ["A"], ["D"]],
] as const)("a product is listed only once: %s", (inclusion, include_skus, exclude_skus) => {
  const included = [...include_skus];
  const excluded = [...exclude_skus];
  const after = changeInclusion(SELECTION, ["B", "C"], inclusion);
  expect([after.include_skus.sort(), after.exclude_skus.sort()]).toEqual([included.sort(), excluded.sort()]);
});
