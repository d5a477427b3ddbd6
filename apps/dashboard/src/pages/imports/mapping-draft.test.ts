import { describe, expect, test } from "@jest/globals";
import { importMappingSchema } from "@skucast/contracts/imports/mapping";
import { assign, fix, fixedValuesOf } from "./mapping-draft.js";

const MAPPING = { sku: "id", title: "Name", image: "pic", custom_label: "a", description: { column: "html" } };

describe("a column that is to become", () => {
  test("nothing leaves what it became until now out of the guess", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "" })).toEqual({ title: null });
    expect(assign({ brand: "B" }, MAPPING, { column: "html", target: "" })).toEqual({ brand: "B", description: null });
  });

  test("something else becomes it, and no more what it was", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "brand" })).toEqual({ title: null, brand: "Name" });
  });

  test("the same again stays so", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "title" })).toEqual({ title: "Name" });
  });

  test("one more of several takes none away", () => {
    expect(assign({}, MAPPING, { column: "b", target: "custom_label" })).toEqual({ "custom_label#1": "b" });
    expect(assign({}, MAPPING, { column: "a", target: "custom_label" })).toEqual({ custom_label: "a" });
  });

  test("more about the product stands under its own name, one that the contract takes", () => {
    const given = assign({}, MAPPING, { column: "Größe (cm.)", target: "metadata" });
    expect(given).toEqual({ "metadata.gr_e_cm": "Größe (cm.)" });
    expect(importMappingSchema.safeParse({ ...given, "custom_label#1": "b", title: null }).error).toBeUndefined();
  });
});

test("a field is given the same value everywhere, and taken out again when it is emptied", () => {
  const given = fix({ title: null }, "price_currency", "EUR");
  expect(fixedValuesOf(given)).toEqual([["price_currency", "EUR"]]);
  expect(fix(given, "price_currency", "")).toEqual({ title: null });
});
