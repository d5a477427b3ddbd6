import { expect, test } from "@jest/globals";
import { cellText } from "./cell-text.js";

test("values of products are read as words, not as codes or JSON", () => {
  expect(cellText("availability", "out_of_stock")).toBe("Out of stock");
  expect(cellText("status", "draft")).toBe("Draft");
  expect(cellText("title", "out_of_stock")).toBe("out_of_stock");
  expect(cellText("weight", { value: 1_900, unit: "g" })).toBe("1,900 g");
  expect(cellText("variant_options", { Color: "Black", Size: "M" })).toBe("Color: Black, Size: M");
  expect(cellText("tags", ["new", "autumn"])).toBe("new, autumn");
  expect(cellText("shipping", [{ country: "DE", price: 4.9 }])).toBe("country: DE, price: 4.9");
  expect(cellText("price_amount", null)).toBe("");
});
