import { expect, test } from "@jest/globals";
import { columnName, withPlainNames } from "./plain-names.js";

const PROFILE = {
  columns: [
    { name: "image_link", type: "url", from: "image_url" },
    { name: "g_seller", type: "text", from: "seller.name" },
  ],
} as const;

test.each([
  ["image_link", "Image"],
  ["brand", "Brand"],
  ["seller_name", "Seller"],
  ["g_seller", "G seller"],
  ["energy_label.class", "Energy label class"],
])("the column %s is called %s", (column, name) =>
  expect(columnName(column, { columns: [...PROFILE.columns] })).toBe(name),
);

test.each([
  ["Set image_url to the URL of a JPEG or PNG file.", "Set Image to the URL of a JPEG or PNG file."],
  ["must be one of in_stock, some_value", "must be one of In stock, some_value"],
  ["the channel requires a value", "the channel requires a value"],
])("%j is shown as %j", (sentence, shown) => expect(withPlainNames(sentence)).toBe(shown));
