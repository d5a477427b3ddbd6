import { expect, test } from "@jest/globals";
import { missingViews, parseViews } from "./stored-views.js";

const view = (name: string) => ({ name, filter: { status: "draft" }, columns: ["sku"] });

test("views that a browser kept are read, and anything else is not", () => {
  expect(parseViews([view("A")])).toEqual([view("A")]);
  for (const stored of [null, "x", {}, [1], [{ ...view("A"), filter: { q: 1 } }], [{ ...view("A"), columns: "sku" }]]) {
    expect(parseViews(stored)).toBeUndefined();
  }
});

test("only views whose names the account does not have are moved", () => {
  const composed = "Entwürfe";
  const former = [view("A"), view("B"), view(` ${composed.normalize("NFD")} `)];
  expect(missingViews(former, [{ name: "B" }, { name: composed }])).toEqual([view("A")]);
});
