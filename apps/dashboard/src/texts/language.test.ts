import { expect, test } from "@jest/globals";
import { type Language, languageFor, localeFor } from "./language.js";

test.each<[Language | "system", string[], Language]>([
  ["system", ["de-AT", "en"], "de"],
  ["system", ["nl", "de", "en"], "de"],
  ["system", ["en-GB", "de"], "en"],
  ["system", ["nl-NL"], "en"],
  ["system", ["*", "not a locale", "DE-ch"], "de"],
  ["system", ["es-419", "en"], "es"],
  ["system", ["ja-JP", "en-US"], "ja"],
  ["system", [], "en"],
  ["de", ["en-US"], "de"],
  ["en", ["de-DE"], "en"],
])("with the choice %s and the browser's languages %j, the dashboard is in %s", (chosen, preferred, language) => {
  expect(languageFor(chosen, preferred)).toBe(language);
});

test.each<[Language, string[], string]>([
  ["de", ["en-US", "de-AT"], "de-AT"],
  ["de", ["en", "de"], "de"],
  ["en", ["nl-NL"], "en-NL"],
  ["de", ["en-US"], "de"],
  ["ja", ["en-US"], "ja"],
  ["fr", ["en-CH"], "fr-CH"],
  ["es", ["en-US", "es-MX"], "es-MX"],
  ["ja", ["ja", "en-US"], "ja"],
  ["en", [], "en"],
  ["en-XB", ["fr", "en-GB"], "en-GB"],
])("the formats of %s for the browser's languages %j are those of %s", (language, preferred, locale) => {
  expect(localeFor(language, preferred)).toBe(locale);
  expect(() => new Intl.NumberFormat(locale)).not.toThrow();
});
