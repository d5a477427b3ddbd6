import { describe, expect, test } from "@jest/globals";
import { importMappingSchema } from "@skucast/contracts/imports/mapping";
import { assignColumn, fixedValuesOf, setFixedValue, targetsOf } from "./mapping-draft.js";

const MAPPING = { sku: "id", title: "Name", image: "pic", custom_label: "a", description: { column: "html" } };

describe("mapping a column to", () => {
  test("nothing removes its previous targets from the suggestions", () => {
    expect(assignColumn({}, MAPPING, { column: "Name", target: "" })).toEqual({ title: null });
    expect(assignColumn({ brand: "B" }, MAPPING, { column: "html", target: "" })).toEqual({
      brand: "B",
      description: null,
    });
  });

  test("another target replaces its previous targets", () => {
    expect(assignColumn({}, MAPPING, { column: "Name", target: "brand" })).toEqual({ title: null, brand: "Name" });
  });

  test("the same target changes nothing", () => {
    expect(assignColumn({}, MAPPING, { column: "Name", target: "title" })).toEqual({ title: "Name" });
  });

  test("a target that can have several columns keeps the other columns", () => {
    expect(assignColumn({}, MAPPING, { column: "b", target: "custom_label" })).toEqual({ "custom_label#1": "b" });
    expect(assignColumn({}, MAPPING, { column: "a", target: "custom_label" })).toEqual({ custom_label: "a" });
  });

  test("another target leaves the columns that its previous target reads otherwise", () => {
    const mapping = { gtin: { column: "EAN", otherwise: ["UPC", "ISBN"] } };
    expect(targetsOf(mapping, "UPC")).toEqual(["gtin"]);
    expect(assignColumn({}, mapping, { column: "UPC", target: "gtin" })).toEqual({});
    expect(assignColumn({}, mapping, { column: "UPC", target: "mpn" })).toEqual({
      mpn: "UPC",
      gtin: { column: "EAN", otherwise: ["ISBN"] },
    });
    expect(assignColumn({}, mapping, { column: "EAN", target: "" })).toEqual({
      gtin: { column: "UPC", otherwise: ["ISBN"] },
    });
  });

  test("metadata stores it under its own name, in a valid mapping", () => {
    const given = assignColumn({}, MAPPING, { column: "Größe (cm.)", target: "metadata" });
    expect(given).toEqual({ "metadata.gr_e_cm": "Größe (cm.)" });
    expect(importMappingSchema.safeParse({ ...given, "custom_label#1": "b", title: null }).error).toBeUndefined();
  });
});

test("a fixed value is set, and removed when it is empty", () => {
  const given = setFixedValue({ title: null }, "price_currency", "EUR");
  expect(fixedValuesOf(given)).toEqual([["price_currency", "EUR"]]);
  expect(setFixedValue(given, "price_currency", "")).toEqual({ title: null });
});
