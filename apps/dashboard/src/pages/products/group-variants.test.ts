import { expect, test } from "@jest/globals";
import { groupVariants, type Product, ungrouped } from "./group-variants.js";

const product = (sku: string, group?: string): Product =>
  ({
    sku,
    title: `Title of ${sku}`,
    ...(group && { item_group_id: group, item_group_title: `Group ${group}` }),
  }) as Product;
const PRODUCTS = [product("A", "g"), product("B"), product("C", "g"), product("D", "single")];

const shown = (open: readonly string[]) =>
  groupVariants(PRODUCTS, new Set(open)).map((row) =>
    row.type === "group" ? `${row.title}: ${row.variants.length}` : `${row.isVariant ? "- " : ""}${row.product.sku}`,
  );

test("variants are one row in the place of the first, and follow it when it is open", () => {
  expect(shown([])).toEqual(["Group g: 2", "B", "D"]);
  expect(shown(["g"])).toEqual(["Group g: 2", "- A", "- C", "B", "D"]);
});

test("without grouping, each product has its row", () => {
  expect(ungrouped(PRODUCTS).map(({ key }) => key)).toEqual(["A", "B", "C", "D"]);
});
