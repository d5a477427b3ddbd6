import { describe, expect, test } from "@jest/globals";
import { importMappingSchema } from "@skucast/contracts/imports/mapping";
import { assign, fix, fixedValuesOf } from "./mapping-draft.js";

const MAPPING = { sku: "id", title: "Name", image: "pic", custom_label: "a", description: { column: "html" } };

describe("mapping a column to", () => {
  test("nothing removes its previous targets from the suggestions", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "" })).toEqual({ title: null });
    expect(assign({ brand: "B" }, MAPPING, { column: "html", target: "" })).toEqual({ brand: "B", description: null });
  });

  test("another target replaces its previous targets", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "brand" })).toEqual({ title: null, brand: "Name" });
  });

  test("the same target changes nothing", () => {
    expect(assign({}, MAPPING, { column: "Name", target: "title" })).toEqual({ title: "Name" });
  });

  test("a target that can have several columns keeps the other columns", () => {
    expect(assign({}, MAPPING, { column: "b", target: "custom_label" })).toEqual({ "custom_label#1": "b" });
    expect(assign({}, MAPPING, { column: "a", target: "custom_label" })).toEqual({ custom_label: "a" });
  });

  test("metadata stores it under its own name, in a valid mapping", () => {
    const given = assign({}, MAPPING, { column: "Größe (cm.)", target: "metadata" });
    expect(given).toEqual({ "metadata.gr_e_cm": "Größe (cm.)" });
    expect(importMappingSchema.safeParse({ ...given, "custom_label#1": "b", title: null }).error).toBeUndefined();
  });
});

test("a fixed value is set, and removed when it is empty", () => {
  const given = fix({ title: null }, "price_currency", "EUR");
  expect(fixedValuesOf(given)).toEqual([["price_currency", "EUR"]]);
  expect(fix(given, "price_currency", "")).toEqual({ title: null });
});
