import { expect, test } from "@jest/globals";
import type { ChangeValues } from "./change-file.js";
import { howsOf, relativeFault, relativeValue } from "./relative-change.js";

const change = (more: Partial<ChangeValues>): ChangeValues => ({
  field: "price_amount",
  how: "percent",
  value: "",
  find: "",
  currency: "",
  ...more,
});

test.each([
  ["percent", "10", 19.99, "USD", 21.99],
  ["percent", "-15", 20, "EUR", 17],
  ["percent", "10", 1005, "JPY", 1106],
  ["percent", "10", 1.234, "KWD", 1.357],
  ["amount", "-3,50", 20, "EUR", 16.5],
  ["amount", "-30", 20, "EUR", 0],
  ["amount", "0.005", 1, "USD", 1.01],
] as const)("prices change by %s %s from %d %s to %d", (how, value, before, currency, after) => {
  expect(relativeValue(change({ how, value }), { value: before, currency })).toBe(after);
});

test("stock stays a whole number", () => {
  const half = change({ field: "inventory_quantity", value: "-50" });
  expect(relativeValue(half, { value: 5, currency: "" })).toBe(3);
});

test("text is replaced as it is written, everywhere", () => {
  const given = change({ field: "title", how: "replace", find: "a.c", value: "$&" });
  expect(relativeValue(given, { value: "a.c abc a.c", currency: "" })).toBe("$& abc $&");
});

test("a product without a value, or with the result already, is not changed", () => {
  expect(relativeValue(change({ value: "10" }), { value: undefined, currency: "USD" })).toBeUndefined();
  expect(relativeValue(change({ value: "0" }), { value: 20, currency: "USD" })).toBeUndefined();
  const none = change({ field: "brand", how: "replace", find: "X", value: "Y" });
  expect(relativeValue(none, { value: "Acme", currency: "" })).toBeUndefined();
});

test("a number or a text to find must be given", () => {
  expect(relativeFault(change({ value: "ten" }))).toBe("number");
  expect(relativeFault(change({ how: "replace", find: "" }))).toBe("find");
  expect(relativeFault(change({ value: "-5" }))).toBeNull();
  expect(relativeFault(change({ how: "set" }))).toBeNull();
});

test("fields with choices can only be set", () => {
  expect(howsOf("status")).toEqual(["set"]);
  expect(howsOf("title")).toContain("replace");
  expect(howsOf("price_amount")).toContain("percent");
});
