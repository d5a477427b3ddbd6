import { expect, test } from "@jest/globals";
import { marketOf } from "./market-of.js";

test.each([
  ["en-US", "US", "en"],
  ["de", "DE", "de"],
  ["de-CH", "CH", "de"],
  ["ja", "JP", "ja"],
])("a new channel of a person who reads %s starts with %s and %s", (locale, country, language) => {
  expect(marketOf(locale)).toEqual({ country, language });
});
