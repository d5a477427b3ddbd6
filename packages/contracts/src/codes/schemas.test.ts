import { expect, test } from "@jest/globals";
import { canonicalLanguage, languageSchema } from "./schemas.js";

test.each([
  ["en", "en"],
  ["DE-ch", "de-CH"],
  ["gsw", "gsw"],
  ["zh-hant-tw", "zh-Hant-TW"],
])("the language tag %s is stored as %s", (given, stored) => expect(languageSchema.parse(given)).toBe(stored));

test.each(["english", "German", "e", "en_US", ""])("%j is no language tag", (given) => {
  expect(languageSchema.safeParse(given).error?.issues[0]?.message).toMatch(/such as en or de-CH/);
});

test.each([
  ["pt_br", "pt-BR"],
  ["DE-at", "de-AT"],
  ["english", "english"],
  ["", ""],
])("the language tag of a file %j is %j", (given, stored) => expect(canonicalLanguage(given)).toBe(stored));
