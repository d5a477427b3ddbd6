import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Condition, RuleCondition, RuleTest } from "@skucast/contracts/channels/condition";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { numberIn } from "./number-in.js";
import { compilePattern } from "./pattern.js";
import { compileValueReference, textOf } from "./reference.js";

/** How much rules may still read and produce in a row; below zero the rest of the work is skipped. */
export interface Budget {
  charactersLeft: number;
}

/** Whether conditions are met by a row. */
export type Holds = (cells: readonly Cell[], product: StoredProduct, budget: Budget) => boolean;

interface ConditionContext {
  readonly columns: readonly Column[];
  readonly nowMs: number;
}

/**
 * Compiles conditions that must all be met. The conditions of a selection have the same meaning in product_meets.sql; one
 * set of cases tests both.
 */
export function compileConditions(conditions: readonly RuleCondition[], context: ConditionContext): Holds {
  const tests = conditions.map((condition) => compileCondition(condition, context));
  return (cells, product, budget) => tests.every((holds) => holds(cells, product, budget));
}

function compileCondition(condition: RuleCondition, context: ConditionContext): Holds {
  if (!isGroup(condition)) return compileTest(condition, context);
  const tests = condition.conditions.map((inner) => compileCondition(inner, context));
  switch (condition.op) {
    case "and":
      return (cells, product, budget) => tests.every((holds) => holds(cells, product, budget));
    case "or":
      return (cells, product, budget) => tests.some((holds) => holds(cells, product, budget));
    case "not":
      return (cells, product, budget) => !tests.some((holds) => holds(cells, product, budget));
  }
}

/** A comparison reads about as many characters in the time in which a template writes one. */
const COMPARED_PER_CHARACTER = 4;

/** After the budget is used up, a test reads nothing and is not met. */
function compileTest(test: RuleTest, { columns, nowMs }: ConditionContext): Holds {
  const read = compileValueReference(test.field, columns);
  if (test.op === "includes") {
    const wanted = String(test.value);
    return (cells, product, budget) => {
      if (budget.charactersLeft < 0) return false;
      const items = itemsOf(read(cells, product));
      budget.charactersLeft -= items.length;
      return items.some((item) => textOf(item) === wanted);
    };
  }
  if (test.op === "exists" || test.op === "missing") {
    const isWanted = test.op === "exists";
    return (cells, product, budget) => budget.charactersLeft >= 0 && isGiven(read(cells, product)) === isWanted;
  }
  const isMoney = columns.some(({ name, type }) => name === test.field && type.endsWith("money"));
  const { cost, holds } = costedTest(test, nowMs, isMoney);
  return (cells, product, budget) => {
    if (budget.charactersLeft < 0) return false;
    const text = textOf(read(cells, product));
    budget.charactersLeft -= Math.ceil((text?.length ?? 0) * cost);
    return budget.charactersLeft >= 0 && holds(text);
  };
}

/** Whether a text meets a test that is not about lists or dates. */
export function textHolds(test: Exclude<RuleTest, { op: ValueOp }>, text: string | undefined): boolean {
  if (test.op !== "matches") return textTest(test, 0, false)(text);
  return text !== undefined && compilePattern(test).isFoundIn(text);
}

/** Whether there is a value: text, or an object or list that is not empty. */
function isGiven(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null && value !== "";
  return Array.isArray(value) ? value.some(isGiven) : Object.keys(value).length > 0;
}

/** A test that reads something else than a text. */
type ValueOp = "includes" | "exists" | "missing";

/** A test of a text, and what it costs for each character of it. */
function costedTest(test: Exclude<RuleTest, { op: ValueOp }>, nowMs: number, isMoney: boolean) {
  if (test.op !== "matches") return { cost: 1 / COMPARED_PER_CHARACTER, holds: textTest(test, nowMs, isMoney) };
  const { cost, isFoundIn } = compilePattern(test);
  return { cost, holds: (text: string | undefined) => text !== undefined && isFoundIn(text) };
}

function textTest(
  test: Exclude<RuleTest, { op: ValueOp | "matches" }>,
  nowMs: number,
  isMoney: boolean,
): (text: string | undefined) => boolean {
  switch (test.op) {
    case "equals":
      return equalityTest([test.value], isMoney);
    case "not_equals": {
      const isEqual = equalityTest([test.value], isMoney);
      return (text) => !isEqual(text);
    }
    case "one_of":
      return equalityTest(test.values, isMoney);
    case "contains": {
      const part = test.value.toLowerCase();
      return (text) => text?.toLowerCase().includes(part) ?? false;
    }
    case "starts_with": {
      const start = test.value.toLowerCase();
      return (text) => text?.toLowerCase().startsWith(start) ?? false;
    }
    case "ends_with": {
      const end = test.value.toLowerCase();
      return (text) => text?.toLowerCase().endsWith(end) ?? false;
    }
    case "above":
      return (text) => numberIn(text) > test.value;
    case "below":
      return (text) => numberIn(text) < test.value;
    case "older_than_days": {
      const latest = nowMs - test.value * DAY_MS;
      return (text) => timeOf(text) <= latest;
    }
    case "newer_than_days": {
      const earliest = nowMs - test.value * DAY_MS;
      return (text) => timeOf(text) > earliest;
    }
  }
}

/** Whether a text is one of the values; in a money column, an amount without a currency is compared as a number. */
function equalityTest(values: readonly unknown[], isMoney: boolean): (text: string | undefined) => boolean {
  const wanted = new Set(values.map(String));
  const amounts = new Set(isMoney ? [...wanted].filter((value) => AMOUNT.test(value)).map(Number) : []);
  return (text) =>
    text !== undefined && (wanted.has(text) || (amounts.size > 0 && amounts.has(Number.parseFloat(text))));
}

const AMOUNT = /^\d+(\.\d+)?$/;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/;

/** The time of a date or of a date-time with its offset, in milliseconds; NaN for any other text. */
const timeOf = (text: string | undefined): number =>
  text !== undefined && DATE.test(text) ? Date.parse(text) : Number.NaN;

/** A date that decides a condition of a rule, and for how long. */
interface Age {
  readonly field: string;
  readonly days: number;
}

/** Creates the function that lists the times at which conditions of rules may change with the passing of time. */
export function ageTimesFor(conditions: readonly RuleCondition[], columns: readonly Column[]) {
  const ages = conditions.flatMap(agesIn).map(({ field, days }) => ({
    read: compileValueReference(field, columns),
    spanMs: days * DAY_MS,
  }));
  return (cells: readonly Cell[], product: StoredProduct): number[] =>
    ages.map(({ read, spanMs }) => timeOf(textOf(read(cells, product))) + spanMs);
}

function agesIn(condition: RuleCondition): Age[] {
  if (isGroup(condition)) return condition.conditions.flatMap(agesIn);
  return condition.op === "older_than_days" || condition.op === "newer_than_days"
    ? [{ field: condition.field, days: condition.value }]
    : [];
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether a condition is a group of conditions. */
export const isGroup = <Test>(
  condition: Condition<Test>,
): condition is Extract<typeof condition, { conditions: unknown }> =>
  typeof condition === "object" && condition !== null && "conditions" in condition;
