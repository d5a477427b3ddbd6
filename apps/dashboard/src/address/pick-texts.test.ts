import { expect, test } from "@jest/globals";
import { pickTexts } from "./pick-texts.js";

test("named parameters are kept as text, also when they look like numbers; empty and unknown ones are not", () => {
  const search = { q: 4006381333931, status: "active", brand: "", other: "x", nested: { a: 1 } };
  expect(pickTexts(search, ["q", "status", "brand", "nested"])).toEqual({ q: "4006381333931", status: "active" });
});
