import { expect, test } from "@jest/globals";
import type { PublicProduct } from "@skucast/catalog/directory/show-products";
import { filtersInput, matches } from "./ucp-filters.js";

/** The members that the filters read. */
const productIn = (category: string) =>
  ({ fields: { product_category: category }, price: "1.00 USD" }) as unknown as PublicProduct;
const isFound = (wanted: string, category = "Home  >Lamps > Desk lamps") =>
  matches(productIn(category), filtersInput.parse({ categories: [wanted] }));

test.each(["lamps", "Home > Lamps", "home>lamps  > desk LAMPS", " Desk lamps "])("%j is part of the path", (wanted) => {
  expect(isFound(wanted)).toBe(true);
});

test.each(["lamp", "Home > Desk lamps", "Lamps > Home"])("%j is not", (wanted) => {
  expect(isFound(wanted)).toBe(false);
});

test("long names of categories delay no one: anyone may send twenty, and they are compared with many products", () => {
  const name = (i: number) => `${i}${" ".repeat(740)}x`;
  const filters = filtersInput.parse({ categories: Array.from({ length: 20 }, (_, i) => name(i)) });
  const product = productIn("Home > Lamps");
  const before = process.cpuUsage();
  for (let i = 0; i < 100; i += 1) expect(matches(product, filters)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
