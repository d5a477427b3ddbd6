import { expect, test } from "@jest/globals";
import { RULE_TEMPLATES } from "../rule-templates.js";
import { type DraftRule, draftRules, moveEntry, replaceEntry, valueAt, withValue } from "./draft-rule.js";
import { RULE_INPUTS } from "./rule-inputs.js";

/** Members with a form of their own. */
const OWN_FORMS: Readonly<Record<string, readonly string[]>> = { if: ["when", "rules"], exclude: ["when"] };
const PRICE: DraftRule = { type: "adjust_price", field: "price", percent: 10 };

test("a nested value is set, read and removed together with the object that holds it", () => {
  const rounded = withValue(PRICE, "round.step", 5);
  expect(rounded).toEqual({ ...PRICE, round: { step: 5 } });
  expect(valueAt(rounded, "round.step")).toBe(5);
  expect(withValue(rounded, "round.step", undefined)).toEqual(PRICE);
  expect(valueAt(PRICE, "round.step")).toBeUndefined();
});

test("a changed value keeps its position among the members", () => {
  expect(Object.keys(withValue(PRICE, "field", "sale_price"))).toEqual(["type", "field", "percent"]);
});

test("entries move by one position, and stay where they are at the ends", () => {
  expect(moveEntry(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moveEntry(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect([moveEntry(["a", "b"], 0, -1), moveEntry(["a", "b"], 1, 1)]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("an entry is replaced or removed", () => {
  expect([replaceEntry([1, 2, 3], 1, 9), replaceEntry([1, 2, 3], 1)]).toEqual([
    [1, 9, 3],
    [1, 3],
  ]);
});

test("every rule type has inputs for all members of its template", () => {
  for (const { type, ...said } of RULE_TEMPLATES) {
    const shown = RULE_INPUTS[type].map(({ path }) => path.split(".")[0]);
    expect([...shown, ...(OWN_FORMS[type] ?? [])]).toEqual(expect.arrayContaining(Object.keys(said)));
  }
});

test("a rule of an unknown type is not shown as a form", () => {
  expect(draftRules([PRICE, { type: "guess" }], Object.keys(RULE_INPUTS))).toBeNull();
  expect(draftRules([PRICE], Object.keys(RULE_INPUTS))).toEqual([PRICE]);
});
