import { describe, expect, test } from "@jest/globals";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { createLister } from "../channel/list-product.js";
import { checkRules } from "./check-rules.js";
import { compileReplacing } from "./pattern.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const market = { country: "US", currency: "USD", language: "en" };
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
};

const channelOf = (rules: readonly unknown[]): ChannelDefinition => ({
  id: "ch_1",
  profile: "generic",
  market,
  defaults: {},
  rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
});

function rowOf(rules: readonly unknown[], product: StoredProduct = {}) {
  const compiled = compileChannel(channelOf(rules), NOW);
  const row = compiled.map({ ...PRODUCT, ...product });
  return { ...row, values: Object.fromEntries(compiled.columns.map(({ name }, i) => [name, row.cells[i]])) };
}

const replacing = (pattern: string, replace_with: string, more: object = {}) => ({
  type: "replace_pattern",
  field: "title",
  pattern,
  replace_with,
  ...more,
});
const excluding = (...when: object[]) => ({ type: "exclude", when, reason: "Not for this shop" });

describe("a replace_pattern rule", () => {
  test.each([
    ["Red tee 2026", replacing("\\d+", ""), "Red tee"],
    ["12-34 5-6", replacing("(\\d+)-(\\d+)", "$2/$1"), "34/12 6/5"],
    ["a.b", replacing("\\.", "$$"), "a$b"],
    ["Red", replacing("^", "The "), "The Red"],
    ["abc", replacing("x*", "-"), "-a-b-c-"],
    ["RED red", replacing("red", "[$0]", { ignore_case: true }), "[RED] [red]"],
    ["Größe 😀 S", replacing("\\p{L}+$", "M"), "Größe 😀 M"],
    ["Red", replacing("blue", "green"), "Red"],
    ["ab", replacing("(x)?b", "<$1>"), "a<>"],
  ])("%s: %j gives %s", (title, rule, expected) => {
    const { values, issues } = rowOf([rule], { title });
    expect([values.title, issues]).toEqual([expected, []]);
  });

  describe("costs what it takes to locate and replace its matches, of what rules may process in a row", () => {
    const text = "a".repeat(10_000);
    const spentOn = (pattern: string, description = text, most = Number.POSITIVE_INFINITY) => {
      const spent: number[] = [];
      const sum = () => spent.reduce((all, one) => all + one, 0);
      const spend = (characters: number) => {
        spent.push(characters);
        return sum() <= most;
      };
      const result = compileReplacing({ pattern }, "b").replaceIn(description, spend);
      return { spent: sum(), calls: spent.length, result };
    };

    test("none if the text has no match", () => {
      expect(spentOn("(a?){60}[bc]")).toEqual({ spent: 0, calls: 0, result: text });
    });

    test("more for each match, and for each of its groups", () => {
      expect(spentOn("a").spent).toBeGreaterThan(20 * text.length);
      expect(spentOn("(a)").spent).toBeGreaterThan(40 * text.length);
    });

    test("more for a long expression, even if it matches once", () => {
      expect(spentOn("(a?){60}[bc]", `b${text}`).spent).toBeGreaterThan(40 * text.length);
    });

    test("and it stops where there is nothing left, and leaves the text", () => {
      const stopped = spentOn("a", text, 100_000);
      expect(stopped.result).toBe(text);
      expect(stopped.calls).toBeLessThan(4_000);
      const { issues } = rowOf(
        [1, 2, 3].map(() => ({ ...replacing("a", "$0"), field: "description" })),
        { description: text },
      );
      expect(issues).toMatchObject([{ code: "rule_failed", message: expect.stringContaining("used up the 500000") }]);
    });
  });

  test("whose result would be too long is an issue of the row", () => {
    const rule = { ...replacing("e", "e".repeat(1_000)), field: "description" };
    const { issues } = rowOf([rule], { description: "e".repeat(5_000) });
    expect(issues).toMatchObject([{ severity: "error", code: "rule_failed", field: "description" }]);
  });
});

test("patterns on which other engines take exponential time match a long text, and their work per row is limited", () => {
  const description = `${"a".repeat(LIMITS.ruleTextLengthMax - 1)}!`;
  const test = (pattern: string) => excluding({ field: "description", op: "matches", pattern });
  for (const pattern of ["(a+)+$", "^(a|a)*$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    expect(rowOf([test(pattern)], { description }).isExcluded).toBeUndefined();
  }
  const heavy = Array.from({ length: 90 }, () => test("(a?){50}(a?){50}b"));
  const { isValid, issues } = rowOf(heavy, { description });
  expect([isValid, issues.map(({ code }) => code)]).toEqual([false, ["rule_failed"]]);
});

describe("conditions", () => {
  const wordsOf = (count: number) => Array.from({ length: count }, (_, i) => `word ${i}`);
  const groupOf = (op: string, values: readonly string[]) => ({
    op: "or",
    conditions: values.map((value) => ({ field: "description", op, value })),
  });

  test.each(["contains", "starts_with", "ends_with", "equals"])(
    "with %s count as work: a channel with thousands of them for a long text is an issue of the row",
    (op) => {
      const rules = Array.from({ length: 100 }, () => excluding(groupOf(op, wordsOf(50)), groupOf(op, wordsOf(50))));
      const { isValid, issues } = rowOf(rules, { description: "a".repeat(LIMITS.ruleTextLengthMax) });
      expect([isValid, issues.map(({ code }) => code)]).toEqual([false, ["rule_failed"]]);
    },
  );

  test("of the longest list of conditions, for the longest text, are all evaluated", () => {
    const groups = Array.from({ length: 4 }, () => groupOf("contains", wordsOf(48)));
    const { isValid, issues } = rowOf([excluding({ op: "or", conditions: groups })], {
      description: "a".repeat(LIMITS.ruleTextLengthMax),
    });
    expect([isValid, issues]).toEqual([true, []]);
  });
});

describe("an exclude rule", () => {
  test("leaves the product out with its reason, and no other issue", () => {
    const truncating = { type: "truncate", field: "title", max: 3 };
    const rules = [excluding({ field: "price", op: "above", value: 10 }), truncating];
    expect(rowOf(rules, { title: "" })).toMatchObject({
      isValid: false,
      isExcluded: true,
      issues: [{ severity: "warning", code: "excluded_by_rule", field: "", message: "Not for this shop" }],
    });
    const { values, isExcluded } = rowOf(rules, { price_amount: 5 });
    expect([values.title, isExcluded]).toEqual(["Red", undefined]);
  });

  test("sees the row as the rules before it left it", () => {
    const halved = { type: "adjust_price", field: "price", percent: -50, round: { step: 1, less: 0.01 } };
    expect(rowOf([halved]).values.price).toBe("9.99 USD");
    expect(rowOf([halved, excluding({ field: "price", op: "below", value: 10 })]).isExcluded).toBe(true);
  });
});

test("the listing of a product changes when a date passes the age that a rule compares", () => {
  const rule = excluding({
    op: "not",
    conditions: [{ field: "product.created_at", op: "newer_than_days", value: 30 }],
  });
  const product = { ...PRODUCT, created_at: "2026-11-01T09:30:00.000Z" };
  const listed = createLister(channelOf([rule]), NOW)(product);
  expect(listed).toMatchObject({ isExcluded: false, nextChangeAt: new Date("2026-12-01T09:30:00.000Z") });
  const at = (ms: number) => createLister(channelOf([rule]), new Date(ms))(product).isExcluded;
  const changesAt = Number(listed.nextChangeAt);
  expect([at(changesAt - 1), at(changesAt)]).toEqual([false, true]);
});

test("every pattern is checked when it is saved, with its position", () => {
  const rules = [
    replacing("(", "x"),
    replacing("(a)", "$2"),
    {
      type: "if",
      when: [{ op: "or", conditions: [{ field: "titel", op: "matches", pattern: "(?=a)" }] }],
      rules: [replacing("a{1000}", "")],
    },
    excluding({ field: "title", op: "matches", pattern: "(\\pL{50}){50}" }),
    excluding({ field: "product.brnad", op: "exists" }),
  ].map((rule): ChannelRule => ruleSchema.parse(rule));
  const faults = checkRules({ profile: "openai_products", market, rules });
  expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/rules/0/pattern invalid_pattern",
    "/rules/1/replace_with invalid_pattern",
    "/rules/2/when/0/conditions/0/field unknown_column",
    "/rules/2/when/0/conditions/0/pattern invalid_pattern",
    "/rules/2/rules/0/pattern invalid_pattern",
    "/rules/3/when/0/pattern invalid_pattern",
    "/rules/4/when/0/field unknown_field",
  ]);
  expect(faults[0]?.message).toContain("is not a regular expression in RE2 syntax: missing closing )");
  expect(faults[4]?.message).toContain(`of at most ${LIMITS.rulePatternSizeMax}`);
});
