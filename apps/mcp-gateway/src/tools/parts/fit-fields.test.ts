import { expect, test } from "@jest/globals";
import { fitFields } from "./fit-fields.js";

const text = (length: number) => "x".repeat(length);

test("fields that fit are kept, in order", () => {
  const entries: [string, unknown][] = [
    ["b", 1],
    ["a", text(50)],
  ];
  expect(fitFields(entries, 45)).toEqual({ kept: { b: 1, a: text(50) }, omitted: [] });
});

test("the longest fields are omitted first, and only as many as necessary", () => {
  const entries: [string, unknown][] = [
    ["short", text(10)],
    ["longest", text(90)],
    ["long", text(60)],
  ];
  expect(fitFields(entries, 45).omitted).toEqual(["longest"]);
  expect(fitFields(entries, 20)).toEqual({ kept: { short: text(10) }, omitted: ["longest", "long"] });
});
