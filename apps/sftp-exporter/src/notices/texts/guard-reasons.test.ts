import { expect, test } from "@jest/globals";
import { GUARD_DEFAULTS, type GuardName } from "@skucast/contracts/feeds/guards";
import { LANGUAGES } from "@skucast/contracts/languages";
import { evaluateGuards } from "../../runs/evaluate-guards.js";
import { guardReason } from "./guard-reasons.js";

const stats = { out_of_stock: 60, columns: ["sku"] };
const live = { counts: { written: 100, invalid: 0 }, stats: { out_of_stock: 1, columns: ["sku", "price"] } };
const verdicts = evaluateGuards({ ...GUARD_DEFAULTS, min_items: 200, max_changed_percent: 7 }, {
  counts: { written: 61, invalid: 39 },
  stats,
  comparison: { added: 1, changed: 1, removed: 40, medianPriceChange: 77 },
  live,
} as unknown as Parameters<typeof evaluateGuards>[1]);

test.each(LANGUAGES)("the reasons of all guards have their figures and columns in %s", (language) => {
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(Array(7).fill("tripped"));
  expect(new Set(verdicts.map(({ guard }) => guard))).toEqual(new Set(Object.keys(GUARD_DEFAULTS) as GuardName[]));
  for (const verdict of verdicts) {
    const reason = guardReason(verdict, language);
    expect(reason.startsWith(`${verdict.guard}: `)).toBe(true);
    if (verdict.guard === "keep_columns") expect(reason).toMatch(/price$/);
    else for (const figure of [verdict.actual, verdict.limit]) expect(reason).toContain(String(figure));
    if (language !== "en") expect(reason).not.toContain(verdict.message);
  }
});
