import { expect, test } from "@jest/globals";
import { mergeDrafts } from "./merge-drafts.js";

const BASE = { title: "Tee", price: "10", prices: [{ amount: "9" }] };

test("changes of different fields are merged without a conflict", () => {
  const merged = mergeDrafts(BASE, { ...BASE, title: "Red tee" }, { ...BASE, price: "12" });
  expect(merged).toEqual({ values: { ...BASE, title: "Red tee", price: "12" }, conflicts: {} });
});

test("a field that was changed on both sides keeps the value from here, and the conflict has the other", () => {
  const merged = mergeDrafts(BASE, { ...BASE, price: "11" }, { ...BASE, price: "12", title: "Blue tee" });
  expect(merged).toEqual({ values: { ...BASE, price: "11", title: "Blue tee" }, conflicts: { price: "12" } });
});

test("the same change on both sides is no conflict, also in a list", () => {
  const changed = { ...BASE, prices: [{ amount: "8" }] };
  expect(mergeDrafts(BASE, changed, structuredClone(changed))).toEqual({ values: changed, conflicts: {} });
});

test("members of an object are merged one by one", () => {
  const was = { defaults: { brand: "", seller: "" } };
  const here = { defaults: { brand: "Mine", seller: "" } };
  expect(mergeDrafts(was, here, { defaults: { brand: "", seller: "Shop" } })).toEqual({
    values: { defaults: { brand: "Mine", seller: "Shop" } },
    conflicts: {},
  });
  expect(mergeDrafts(was, here, { defaults: { brand: "Theirs", seller: "Shop" } })).toEqual({
    values: { defaults: { brand: "Mine", seller: "Shop" } },
    conflicts: { defaults: { brand: "Theirs", seller: "Shop" } },
  });
});
