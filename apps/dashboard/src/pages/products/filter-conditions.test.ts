import { expect, test } from "@jest/globals";
import { productListQuery } from "@skucast/contracts/products/product-list";
import {
  conditionOf,
  conditionsText,
  FILTER_FIELDS,
  type FilterRow,
  hasName,
  hasValue,
  isNumeric,
  opsOf,
  readRows,
  rowFault,
  rowFor,
} from "./filter-conditions.js";

const everyRow: readonly FilterRow[] = FILTER_FIELDS.flatMap((field) =>
  opsOf(field).map((op) => {
    const row = { ...rowFor(field, { op }), name: hasName(field) ? "season" : "" };
    if (!hasValue(op)) return { ...row, value: "" };
    if (row.value !== "") return row;
    return { ...row, value: isNumeric(row) ? "12.5" : "Summer sale" };
  }),
).map((row) => (row.op.endsWith("_days") ? { ...row, value: "12" } : row));

test("every field with each of its operators makes a condition that the API accepts, and is read again", () => {
  for (const row of everyRow) {
    const text = conditionsText([row]);
    expect([row, productListQuery.safeParse({ conditions: text }).error]).toEqual([row, undefined]);
    expect(readRows(text)).toEqual([row]);
  }
});

test("numbers, days and flags are sent as such, and texts without surrounding spaces", () => {
  expect(conditionOf({ field: "price_amount", name: "", op: "above", value: " 12.5 " }).value).toBe(12.5);
  expect(conditionOf({ field: "custom_attributes", name: " fit ", op: "equals", value: " 10 " })).toEqual({
    field: "custom_attributes.fit",
    op: "equals",
    value: "10",
  });
  expect(conditionOf({ field: "adult", name: "", op: "equals", value: "false" }).value).toBe(false);
});

test("a row names what is missing", () => {
  expect(rowFault(rowFor("custom_attributes"))).toEqual({ part: "name", kind: "required" });
  expect(rowFault(rowFor("title"))).toEqual({ part: "value", kind: "required" });
  expect(rowFault({ ...rowFor("price_amount"), value: "1e3" })).toEqual({ part: "value", kind: "number" });
  expect(rowFault(rowFor("title", { op: "missing" }))).toBeNull();
});

test("another field keeps the operator and the value if it can", () => {
  expect(rowFor("brand", { op: "contains", value: "x" })).toEqual({
    field: "brand",
    name: "",
    op: "contains",
    value: "x",
  });
  expect(rowFor("price_amount", { op: "contains", value: "5" })).toMatchObject({ op: "above", value: "5" });
  expect(rowFor("price_amount", { field: "title", op: "equals", value: "5" })).toMatchObject({
    op: "above",
    value: "5",
  });
  expect(rowFor("adult", { op: "contains", value: "x" })).toMatchObject({ op: "equals", value: "true" });
});

test.each([
  "[",
  "{}",
  "[]",
  '[{"op":"or","conditions":[{"field":"title","op":"exists"}]}]',
  '[{"field":"seller.name","op":"exists"}]',
  '[{"field":"custom_attributes","op":"exists"}]',
  '[{"field":"title","op":"exists"},{"field":"title","op":"one_of","values":["a"]}]',
])("conditions %s cannot be shown as rows", (text) => expect(readRows(text)).toBeNull());
