import { expect, test } from "@jest/globals";
import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { fixableField, typedValue } from "./fixable-field.js";

const PROFILE: ChannelProfile = {
  id: "shop@1",
  is_newest: true,
  is_custom: false,
  name: "shop",
  version: "1",
  title: "Shop",
  source: null,
  formats: ["csv"],
  checks: [],
  issues: [],
  columns: [
    { name: "item_id", type: "text", from: "sku" },
    { name: "headline", type: "text", from: "title" },
    { name: "price", type: "money", from: "price_amount" },
    { name: "seller_name", type: "text", from: "seller.name", default: "seller_name" },
    { name: "images", type: "comma_list", from: "additional_image_urls" },
    { name: "stock", type: "enum", from: "availability", words: { preorder: "pre" }, allowed: ["in_stock", "pre"] },
    { name: "eligible", type: "boolean", default: "is_eligible_search" },
  ],
};

test("a column with a single text or number is edited in its product field, with our own words", () => {
  expect(fixableField("headline", PROFILE)).toEqual({ name: "title", isNumber: false, allowed: [] });
  expect(fixableField("price", PROFILE)).toMatchObject({ name: "price_amount", isNumber: true });
  expect(fixableField("stock", PROFILE)).toMatchObject({ name: "availability", allowed: ["preorder", "in_stock"] });
});

test.each(["item_id", "seller_name", "images", "eligible", "nowhere"])("%s cannot be edited in place", (column) =>
  expect(fixableField(column, PROFILE)).toBeUndefined(),
);

test("input becomes a number, null or unchanged text", () => {
  const price = { name: "price_amount", isNumber: true, allowed: [] };
  expect(["5.50", " ", "free"].map((text) => typedValue(price, text))).toEqual([5.5, null, "free"]);
  expect(typedValue({ ...price, isNumber: false }, "007")).toBe("007");
});
