import { expect, test } from "@jest/globals";
import { prefixMapping } from "./prefix-mapping.js";

test("everything that a column is mapped to gets the prefix, and keeps its other options", () => {
  const mapping = { image: "assets", variant_image: { column: "assets", separator: "|" }, title: "name" };
  expect(prefixMapping(mapping, "assets", "https://shop.example/")).toEqual({
    image: { column: "assets", prefix: "https://shop.example/" },
    variant_image: { column: "assets", separator: "|", prefix: "https://shop.example/" },
  });
});
