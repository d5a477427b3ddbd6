import { expect, test } from "@jest/globals";
import { createSkuSet } from "./sku-set.js";

test("contains exactly the hundred thousand SKUs that were added", () => {
  const skus = createSkuSet();
  const names = Array.from({ length: 100_000 }, (_, i) => `SKU-${i}`);
  expect(names.every((name) => skus.add(name))).toBe(true);
  expect(names.some((name) => skus.add(name))).toBe(false);
  expect(names.every((name) => skus.has(name))).toBe(true);
  expect(names.some((name) => skus.has(`${name}x`))).toBe(false);
  expect(skus.size).toBe(100_000);
});
