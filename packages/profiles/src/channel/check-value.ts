import type { Column } from "@skucast/contracts/channel-profiles/column";
import { isGtin } from "@skucast/contracts/gtin";
import { dateMs } from "../values/date-pattern.js";
import { type Cell, isLongerThan } from "./cell.js";
import { imageCheck } from "./image-check.js";
import { error, issueOf, type RowIssue, warning } from "./issue.js";
import { hasReservedPrefix, isInCapitals, isPlaceholder } from "./suspicious-text.js";

/** Checks a cell that has a value; undefined when it is valid. */
export type CheckValue = (value: Cell) => RowIssue | undefined;

/** The checks of one column as one function; undefined when it has none, so that most columns cost nothing. */
export function checkValueFor(column: Column): CheckValue | undefined {
  const checks = [
    lengthCheck(column),
    wordCheck(column),
    placeholderCheck(column),
    checkDigitCheck(column),
    prefixCheck(column),
    positiveCheck(column),
    rangeCheck(column),
    capitalsCheck(column),
    imageCheck(column),
    dateCheck(column),
    countCheck(column),
  ].filter((check) => check !== undefined);
  const [first] = checks;
  if (checks.length <= 1) return first;
  return (value) => {
    let found: RowIssue | undefined;
    for (const check of checks) {
      const issue = check(value);
      // A warning must not hide an error, for which the row is left out.
      if (issue?.severity === "error") return issue;
      found ??= issue;
    }
    return found;
  };
}

/** A date that is not one could not be written by a pattern. */
function dateCheck({ name, type, format }: Column): CheckValue | undefined {
  if (format?.date === undefined || (type !== "moment" && type !== "sale_window")) return undefined;
  return (value) =>
    String(value)
      .split("/")
      .every((text) => dateMs(text) !== undefined)
      ? undefined
      : error("invalid_value", name, "must be a date or date-time such as 2026-12-01 or 2026-12-01T00:00:00Z");
}

/** Files have the first items, up to the channel's limit. */
function countCheck({ name, items_max }: Column): CheckValue | undefined {
  if (items_max === undefined) return undefined;
  return (value) =>
    Array.isArray(value) && value.length > items_max
      ? warning("too_many_items", name, `${value.length} items, of which the channel takes the first ${items_max}`)
      : undefined;
}

function lengthCheck({ name, max, advised_max }: Column): CheckValue | undefined {
  const limit = max ?? advised_max;
  if (limit === undefined) return undefined;
  const issue = max === undefined ? warning : error;
  const advice = max === undefined ? "should have" : "must have";
  const isTooLong = (value: unknown) => typeof value === "string" && value.length > limit && isLongerThan(value, limit);
  return (value) =>
    isTooLong(value) || (Array.isArray(value) && value.some(isTooLong))
      ? issue("too_long", name, `${advice} at most ${limit} characters`)
      : undefined;
}

function wordCheck({ name, allowed }: Column): CheckValue | undefined {
  if (allowed === undefined) return undefined;
  const words = new Set<unknown>(allowed);
  const isAllowed = (value: unknown) => words.has(typeof value === "string" ? value : String(value));
  return (value) =>
    (Array.isArray(value) ? value.every(isAllowed) : isAllowed(value))
      ? undefined
      : error("invalid_value", name, `must be one of ${allowed.join(", ")}`);
}

function placeholderCheck({ name, placeholder }: Column): CheckValue | undefined {
  if (placeholder === undefined) return undefined;
  return (value) =>
    isPlaceholder(value)
      ? issueOf(placeholder, "placeholder", name, `must be a real value, not ${JSON.stringify(value)}`)
      : undefined;
}

function checkDigitCheck({ name, check_digit }: Column): CheckValue | undefined {
  if (check_digit === undefined) return undefined;
  const issue = issueOf(
    check_digit,
    "invalid_gtin",
    name,
    "must have 8, 12, 13 or 14 digits and a correct check digit",
  );
  return (value) => (typeof value === "string" && isGtin(value) ? undefined : issue);
}

function prefixCheck({ name, reserved_prefix }: Column): CheckValue | undefined {
  if (reserved_prefix === undefined) return undefined;
  const issue = issueOf(
    reserved_prefix,
    "reserved_gtin",
    name,
    "must not be in a range reserved for internal numbers or coupons",
  );
  return (value) => (hasReservedPrefix(String(value)) ? issue : undefined);
}

function positiveCheck({ name, positive }: Column): CheckValue | undefined {
  if (!positive) return undefined;
  return (value) =>
    Number.parseFloat(String(value)) > 0 ? undefined : error("price_not_positive", name, "must be above zero");
}

function rangeCheck({ name, at_least, at_most }: Column): CheckValue | undefined {
  if (at_least === undefined && at_most === undefined) return undefined;
  return (value) => {
    const number = Number.parseFloat(String(value));
    if (at_least !== undefined && !(number >= at_least))
      return error("too_small", name, `must be at least ${at_least}`);
    if (at_most !== undefined && number > at_most) return error("too_big", name, `must be at most ${at_most}`);
    return undefined;
  };
}

function capitalsCheck({ name, capitals }: Column): CheckValue | undefined {
  if (capitals === undefined) return undefined;
  const issue = issueOf(capitals, "all_capitals", name, "should not be in capital letters only");
  return (value) => (isInCapitals(value) ? issue : undefined);
}
