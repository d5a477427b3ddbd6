import { expect, test } from "@jest/globals";
import { isGoogleCategory, suggestGoogleCategory } from "./google-taxonomy.js";

test.each([
  "Apparel & Accessories",
  "Apparel & Accessories > Clothing > Shirts & Tops",
  "apparel & accessories>clothing > SHIRTS & TOPS",
  "212",
  " 1604 ",
])("%j is a category", (value) => expect(isGoogleCategory(value)).toBe(true));

test.each([
  "Apparel & Accessories > Clothing > Shirtz",
  "Clothing",
  "999999999",
  "0",
  "",
  ">",
  "Apparel & Accessories >",
])("%j is no category", (value) => expect(isGoogleCategory(value)).toBe(false));

test.each([
  ["Apparel & Accessories > Clothing > Shirtz & Tops", "Apparel & Accessories > Clothing > Shirts & Tops"],
  ["Aparel & Accessories", "Apparel & Accessories"],
  ["Clothes > Shirts & Tops", "Apparel & Accessories > Clothing > Shirts & Tops"],
  ["Apparel & Accessories > Clothing > Things of all kinds", "Apparel & Accessories > Clothing"],
  ["Quite another word", null],
  ["999999999", null],
])("for %j, %j is suggested", (value, suggestion) => expect(suggestGoogleCategory(value)).toBe(suggestion));
