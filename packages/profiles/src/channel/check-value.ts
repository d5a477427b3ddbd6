import { isGtin } from "@skucast/contracts/gtin";
import type { Column } from "../profiles/profile.js";
import { type Cell, isLongerThan } from "./cell.js";
import { error, type RowIssue, warning } from "./issue.js";

/** Looks at a cell that has a value; undefined when it is in order. */
export type CheckValue = (value: Cell) => RowIssue | undefined;

/** The checks of one column, or undefined when it has none: most columns of most rows are passed over quickly. */
export function checkValueFor(column: Column): CheckValue | undefined {
  const checks = [lengthCheck(column), wordCheck(column), checkDigitCheck(column), positiveCheck(column)].filter(
    (check) => check !== undefined,
  );
  const [first] = checks;
  if (checks.length <= 1) return first;
  return (value) => {
    for (const check of checks) {
      const issue = check(value);
      if (issue) return issue;
    }
    return undefined;
  };
}

function lengthCheck({ name, max, advisedMax }: Column): CheckValue | undefined {
  const limit = max ?? advisedMax;
  if (limit === undefined) return undefined;
  const say = max === undefined ? warning : error;
  const advice = max === undefined ? "should have" : "must have";
  return (value) =>
    typeof value === "string" && value.length > limit && isLongerThan(value, limit)
      ? say("too_long", name, `${advice} at most ${limit} characters`)
      : undefined;
}

function wordCheck({ name, allowed }: Column): CheckValue | undefined {
  if (allowed === undefined) return undefined;
  const words = new Set<unknown>(allowed);
  return (value) =>
    words.has(value) ? undefined : error("invalid_value", name, `must be one of ${allowed.join(", ")}`);
}

function checkDigitCheck({ name, checkDigit }: Column): CheckValue | undefined {
  if (checkDigit === undefined) return undefined;
  const say = checkDigit === "error" ? error : warning;
  return (value) =>
    typeof value === "string" && isGtin(value)
      ? undefined
      : say("invalid_gtin", name, "must be 8, 12, 13 or 14 digits with a right check digit");
}

function positiveCheck({ name, positive }: Column): CheckValue | undefined {
  if (!positive) return undefined;
  return (value) =>
    Number.parseFloat(String(value)) > 0 ? undefined : error("price_not_positive", name, "must be above zero");
}
