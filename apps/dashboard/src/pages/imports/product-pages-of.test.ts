import { expect, test } from "@jest/globals";
import { handleColumnOf, productPagesOf } from "./product-pages-of.js";

test("an address as people type it gives the beginning of a shop's product pages", () => {
  for (const typed of [
    "shop.example",
    " https://shop.example/ ",
    "https://shop.example/products",
    "SHOP.example/products/",
  ])
    expect(productPagesOf(typed)).toBe("https://shop.example/products/");
  expect(productPagesOf("https://shop.example/en-gb")).toBe("https://shop.example/en-gb/products/");
  for (const typed of ["", "shop", "https://", "my shop.example", "shop."]) expect(productPagesOf(typed)).toBeNull();
});

test("only a file of a shop whose pages follow from its handles, and that has none, asks for the address", () => {
  const mapping = { sku: "Variant SKU", item_group_id: "Handle" };
  expect(handleColumnOf({ preset: "shopify", mapping })).toBe("Handle");
  expect(handleColumnOf({ preset: "shopify", mapping: { item_group_id: { column: "URL handle" } } })).toBe(
    "URL handle",
  );
  expect(handleColumnOf({ preset: "shopify", mapping: { ...mapping, url: "Link" } })).toBeNull();
  expect(handleColumnOf({ preset: "woocommerce", mapping })).toBeNull();
});
