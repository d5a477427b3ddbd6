import { expect, test } from "@jest/globals";
import type { ProductContent } from "@skucast/contracts/products/product";
import { mergeMembers } from "./merge-members.js";

const STORED: ProductContent = {
  sku: "A",
  title: "Tee",
  weight: { value: 1, unit: "kg" },
  translations: { fr: { title: "Chemise", description: "Douce" } },
  channel_overrides: { ch_a: { title: "For A" } },
  custom_attributes: { Care: "30 °C" },
  metadata: { season: "summer" },
};

test("members that a row does not name stay, at every level", () => {
  const body = {
    translations: { de: { title: "Hemd" }, fr: { title: "Maillot" } },
    channel_overrides: { ch_b: { title: "For B" } },
    custom_attributes: { Fit: "slim" },
    metadata: { year: "2026" },
  };
  expect(mergeMembers(body, [], STORED)).toEqual({
    ...STORED,
    translations: { fr: { title: "Maillot", description: "Douce" }, de: { title: "Hemd" } },
    channel_overrides: { ch_a: { title: "For A" }, ch_b: { title: "For B" } },
    custom_attributes: { Care: "30 °C", Fit: "slim" },
    metadata: { season: "summer", year: "2026" },
  });
});

test("a row that names every member says all of it, and one without such fields, too", () => {
  expect(mergeMembers({ title: "Shirt" }, [], STORED)).toBeNull();
  expect(mergeMembers({ metadata: { season: "winter" } }, [], STORED)).toBeNull();
  expect(mergeMembers({ video_url: "https://a.example/v" }, [["seller", "name"]], STORED)).toBeNull();
});

test("what is dropped goes, with the field when nothing is left in it, and nothing else does", () => {
  const dropped = [
    ["translations", "fr", "title"],
    ["metadata", "season"],
    ["custom_attributes", "Fit"],
  ];
  const { metadata: _metadata, ...rest } = STORED;
  expect(mergeMembers({ title: "Shirt" }, dropped, STORED)).toEqual({
    ...rest,
    title: "Shirt",
    translations: { fr: { description: "Douce" } },
  });
});

test("a field that is dropped whole has what the row says alone", () => {
  const merged = mergeMembers({ custom_attributes: { Fit: "slim" } }, [["custom_attributes"]], STORED);
  expect(merged?.custom_attributes).toEqual({ Fit: "slim" });
});

test("members that came together obey the rules of their field", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, "v"]));
  expect(() => mergeMembers({ metadata: many }, [], STORED)).toThrow(
    expect.objectContaining({ code: "validation_failed", faults: [expect.objectContaining({ pointer: "/metadata" })] }),
  );
});

test("the members of a merged field have the order of the contract, so that the same content has the same hash", () => {
  const stored: ProductContent = { sku: "A", dimensions: { width: 2, height: 3, unit: "cm" } };
  const merged = mergeMembers({ dimensions: { length: 1, unit: "cm" } }, [], stored);
  expect(Object.keys(merged?.dimensions ?? {})).toEqual(["length", "width", "height", "unit"]);
});
