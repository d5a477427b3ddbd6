import { expect, test } from "@jest/globals";
import { codeName } from "./code-name.js";

test.each([
  ["region", "DE", "en", "Germany"],
  ["region", " DE ", "de", "Deutschland"],
  ["currency", "EUR", "en", "Euro"],
  ["language", "de-CH", "en", "Swiss High German"],
] as const)("the %s %s is named in %s", (type, code, locale, name) => expect(codeName(type, code, locale)).toBe(name));

test.each([
  ["region", ""],
  ["region", "Germany"],
  ["currency", "EU"],
  ["language", "x y"],
] as const)("the %s %j has no name", (type, code) => expect(codeName(type, code, "en")).toBeUndefined());
