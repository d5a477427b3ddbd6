import { expect, test } from "@jest/globals";
import { codeLabel, codeLabels, typedCode } from "./codes.js";

test.each([
  ["country", "DE", "Germany (DE)"],
  ["currency", "EUR", "Euro (EUR)"],
  ["language", "de-CH", "Swiss High German (de-CH)"],
  ["country", "ZZ", "ZZ"],
  ["country", "Ger", "Ger"],
  ["currency", "XAU", "XAU"],
  ["language", "", ""],
] as const)("the %s %j is shown as %j", (kind, code, label) => expect(codeLabel(kind, code, "en")).toBe(label));

test.each([
  ["country", "de", "DE"],
  ["country", " germany ", "DE"],
  ["country", "Germany (DE)", "DE"],
  ["currency", "US dollar", "USD"],
  ["currency", "usd", "USD"],
  ["language", "German", "de"],
  ["language", "DE", "de"],
] as const)("for a %s, %j stands for %s", (kind, typed, code) => expect(typedCode(kind, typed, "en")).toBe(code));

test.each([
  ["country", "Germ"],
  ["country", "France (DE)"],
  ["country", "ZZ"],
  ["currency", "XAU"],
  ["language", "de-CH"],
] as const)("for a %s, %j stays as it was typed", (kind, typed) => expect(typedCode(kind, typed, "en")).toBe(typed));

test("the choices have names in the user's language, once for each code", () => {
  expect(codeLabels("country", "de")).toContain("Deutschland (DE)");
  const languages = codeLabels("language", "en");
  expect(languages).toContain("Hebrew (he)");
  expect(languages).not.toContain("Hebrew (iw)");
  expect(languages.length).toBeGreaterThan(150);
});

test.each(["country", "currency", "language"] as const)("each label of a %s stands for its own code", (kind) => {
  for (const label of codeLabels(kind, "en")) expect(label).toBe(codeLabel(kind, typedCode(kind, label, "en"), "en"));
});
