import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import { compileChannel } from "../channel/compile-channel.js";

const market = { country: "DE", currency: "EUR", language: "de" };
const PRODUCT = { sku: "A-1", title: "Tea", price_amount: 8, price_currency: "EUR" };

/** The cell and the issues of a column that is filled by the custom attribute `x`. */
function read(
  column: Partial<Column>,
  x: unknown,
  { rules = [], product = {} }: { rules?: unknown[]; product?: object } = {},
) {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "c", type: "text", from: "custom_attributes.x", ...column },
    { name: "price", type: "money", from: "price_amount" },
  ];
  const definition: ProfileDefinition = {
    name: "custom_shop",
    version: "1",
    title: "Shop",
    source: null,
    formats: ["csv"],
    columns,
    checks: [],
  };
  const channel = { id: "ch_1", profile: "custom_shop", definition, market, defaults: {} } as const;
  const { cells, issues } = compileChannel(
    { ...channel, rules: rules.map((rule) => ruleSchema.parse(rule)) },
    new Date("2026-11-26T12:00:00Z"),
  ).map({ ...PRODUCT, custom_attributes: { x }, ...product });
  return { cell: cells[1], issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

describe("a column from a custom attribute", () => {
  test.each<[Column["type"], unknown, unknown]>([
    ["text_list", [1, "two", true], ["1", "two", "true"]],
    ["comma_list", ["a", "b"], ["a", "b"]],
    ["text", [1, "two", true], "1, two, true"],
    ["integer", "8", 8],
    ["money", "8.5", "8.50 EUR"],
    ["presence", "ja", true],
    ["absence", "ja", false],
  ])("of type %s takes %j", (type, value, cell) => {
    expect(read({ type }, value)).toEqual({ cell, issues: [] });
  });

  test.each<[Column["type"], unknown]>([
    ["money", "8,5"],
    ["decimal", "1.234,5"],
    ["boolean", "ja"],
    ["url", "www.x.de"],
    ["integer", [1, 2]],
  ])("of type %s leaves out %j with a warning, and is invalid if it is required", (type, value) => {
    expect(read({ type }, value)).toEqual({ cell: undefined, issues: ["warning invalid_value c"] });
    expect(read({ type, required: true }, value).issues).toEqual(["error invalid_value c"]);
  });

  test("has no warning without a value", () => {
    for (const value of ["", " ", []]) expect(read({ type: "integer" }, value).issues).toEqual([]);
  });

  test("keeps its constant, with the warning", () => {
    expect(read({ type: "integer", constant: 5 }, "five")).toEqual({ cell: 5, issues: ["warning invalid_value c"] });
  });

  test.each([
    ["a rule", { rules: [{ type: "constant", field: "c", value: "7" }] }],
    [
      "a lookup",
      { rules: [{ type: "lookup", field: "c", from: "product.custom_attributes.x", table: { seven: "7" } }] },
    ],
    ["an override", { product: { channel_overrides: { ch_1: { c: 7 } } } }],
  ])("has no warning if %s gives the value", (_title, given) => {
    expect(read({ type: "integer" }, "seven", given)).toEqual({ cell: 7, issues: [] });
  });
});

test("entries with members in a list of strings are JSON without parts", () => {
  const product = { product_details: [{ name: "Fit", value: "slim" }] };
  const { cell } = read({ type: "text_list", from: "product_details" }, undefined, { product });
  expect(cell).toEqual(['{"name":"Fit","value":"slim"}']);
});
