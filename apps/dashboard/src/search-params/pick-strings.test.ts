import { expect, test } from "@jest/globals";
import { pickStrings } from "./pick-strings.js";

test("named parameters are kept as text, also when they look like numbers; what is empty or no text is undefined, what is unknown is not there", () => {
  const search = { q: 4006381333931, status: "active", brand: " ", other: "x", nested: { a: 1 } };
  expect(pickStrings(search, ["q", "status", "brand", "nested", "none"])).toStrictEqual({
    q: "4006381333931",
    status: "active",
    brand: undefined,
    nested: undefined,
    none: undefined,
  });
});
