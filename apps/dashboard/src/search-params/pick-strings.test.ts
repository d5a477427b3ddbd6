import { expect, test } from "@jest/globals";
import { pickStrings } from "./pick-strings.js";

test("named parameters become strings, even if they look like numbers; empty and other values become undefined; unknown parameters are dropped", () => {
  const search = { q: 4006381333931, status: "active", brand: " ", other: "x", nested: { a: 1 } };
  expect(pickStrings(search, ["q", "status", "brand", "nested", "none"])).toStrictEqual({
    q: "4006381333931",
    status: "active",
    brand: undefined,
    nested: undefined,
    none: undefined,
  });
});
