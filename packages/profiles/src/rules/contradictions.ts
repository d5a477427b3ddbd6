import type { RuleTest } from "@skucast/contracts/channels/condition";
import type { Fault } from "@skucast/contracts/problem";
import type { PossibleValues } from "@skucast/contracts/products/possible-values";
import { textHolds } from "./condition.js";
import { numberIn } from "./number-in.js";

/** A test that must be true, or false if it is negated, together with others. */
export interface PlacedTest {
  readonly test: RuleTest;
  readonly pointer: string;
  readonly isNegated: boolean;
}

/** The tests that cannot be true together with those before them on the same value, each at its position. */
export function contradictionsIn(
  tests: readonly PlacedTest[],
  valuesOf: (reference: string) => PossibleValues,
): Fault[] {
  return [...Map.groupBy(tests, ({ test }) => test.field)].flatMap(([field, group]) => {
    for (let count = 2; count <= group.length; count += 1) {
      const [last, ...before] = group.slice(0, count).reverse();
      if (last === undefined || isPossible(group.slice(0, count), valuesOf(field))) continue;
      const others = before.map(({ pointer }) => pointer).reverse();
      const message = `can never be true together with ${others.join(", ")}: no value of ${field} meets all of them`;
      return [{ pointer: `${last.pointer}/field`, code: "never_true", message }];
    }
    return [];
  });
}

/** False only if it is certain that no value meets all tests. */
function isPossible(tests: readonly PlacedTest[], values: PossibleValues): boolean {
  const needsValue = tests.some(({ test, isNegated }) =>
    isNegated ? test.op === "missing" : !MET_BY_NOTHING.has(test.op),
  );
  const needsNothing = tests.some(({ test, isNegated }) => test.op === (isNegated ? "exists" : "missing"));
  if (needsValue && needsNothing) return false;
  const candidates = values.type === "money" || values.type === "list" ? undefined : candidatesOf(tests, values);
  if (candidates !== undefined) return candidates.some((value) => tests.every((test) => isMetBy(test, value)));
  return hasNumber(tests, values) && hasDate(tests);
}

/** Operators that a missing value meets. */
const MET_BY_NOTHING: ReadonlySet<RuleTest["op"]> = new Set(["missing", "not_equals"]);

/** All values that can meet the tests, if these are few; undefined stands for no value. */
function candidatesOf(
  tests: readonly PlacedTest[],
  values: PossibleValues,
): readonly (string | undefined)[] | undefined {
  for (const { test, isNegated } of tests) {
    if (isNegated) continue;
    if (test.op === "equals") return [String(test.value)];
    if (test.op === "one_of") return test.values.map(String);
  }
  return values.type === "words" ? [...values.words, undefined] : undefined;
}

function isMetBy({ test, isNegated }: PlacedTest, value: string | undefined): boolean {
  switch (test.op) {
    case "older_than_days":
    case "newer_than_days":
    case "includes":
      return true;
    case "exists":
    case "missing":
      return ((test.op === "exists") === (value !== undefined)) !== isNegated;
    default:
      return textHolds(test, value) !== isNegated;
  }
}

/** Whether a number is above all lower bounds and below all upper ones. */
function hasNumber(tests: readonly PlacedTest[], values: PossibleValues): boolean {
  let lower = Number.NEGATIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  const amounts: number[] = [];
  for (const { test, isNegated } of tests) {
    if (isNegated) continue;
    if (test.op === "above") lower = Math.max(lower, test.value);
    if (test.op === "below") upper = Math.min(upper, test.value);
    // An amount with or without its currency.
    if (test.op === "equals" && values.type === "money") amounts.push(numberIn(String(test.value)));
  }
  if (amounts.some((amount) => amount <= lower || amount >= upper)) return false;
  const isInteger = values.type === "number" && values.isInteger;
  return isInteger ? Math.floor(lower) + 1 < upper : lower < upper;
}

/** Whether a date is older than the one number of days and newer than the other. */
function hasDate(tests: readonly PlacedTest[]): boolean {
  let older = Number.NEGATIVE_INFINITY;
  let newer = Number.POSITIVE_INFINITY;
  for (const { test, isNegated } of tests) {
    if (isNegated) continue;
    if (test.op === "older_than_days") older = Math.max(older, test.value);
    if (test.op === "newer_than_days") newer = Math.min(newer, test.value);
  }
  return older < newer;
}
