import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ProductCondition, RuleCondition, RuleTest } from "@skucast/contracts/channels/condition";
import { FAULTS_MAX, firstFaults } from "@skucast/contracts/first-faults";
import { nearest } from "@skucast/contracts/nearest";
import type { Fault } from "@skucast/contracts/problem";
import type { PossibleValues } from "@skucast/contracts/products/possible-values";
import { decimalText } from "../channel/cell.js";
import { isGroup, textHolds } from "./condition.js";
import { contradictionsIn, type PlacedTest } from "./contradictions.js";
import { possibleValuesOf } from "./possible-values.js";

type ValuesOf = (reference: string) => PossibleValues;

/** The errors of the conditions of a selection that no product can meet, also together with the selection's filters. */
export function checkSelection({ conditions = [], filters }: SelectionParts): Fault[] {
  const given = (["availability", "condition", "brand"] as const).flatMap((field): PlacedTest[] => {
    const values = filters[field];
    const test = { field, op: "one_of" as const, values: [...(values ?? [])] } satisfies RuleTest;
    return values === undefined ? [] : [{ test, pointer: `/selection/filters/${field}`, isNegated: false }];
  });
  return impossibleIn(
    conditions,
    "/selection/conditions",
    (field) => possibleValuesOf(`product.${field}`, [], NONE),
    given,
  );
}

const NONE: ReadonlySet<string> = new Set();

interface SelectionParts {
  readonly conditions?: readonly ProductCondition[] | undefined;
  readonly filters: Readonly<Partial<Record<"availability" | "condition" | "brand", readonly string[] | undefined>>>;
}

/** The errors of a rule's conditions that no row can meet. `written` are the columns that earlier rules may have changed. */
export const impossibleInRule = (
  conditions: readonly RuleCondition[],
  pointer: string,
  { columns, written }: { readonly columns: readonly Column[]; readonly written: ReadonlySet<string> },
): Fault[] => impossibleIn(conditions, pointer, (reference) => possibleValuesOf(reference, columns, written));

/** Each condition alone, and then those that must be true together. */
function impossibleIn(
  conditions: readonly RuleCondition[],
  pointer: string,
  valuesOf: ValuesOf,
  given: readonly PlacedTest[] = [],
): Fault[] {
  const alone = faultsAlone(conditions, pointer, valuesOf);
  if (alone.length > 0) return alone;
  return contradictions(conditions, pointer, valuesOf, given).slice(0, FAULTS_MAX);
}

function faultsAlone(conditions: readonly RuleCondition[], pointer: string, valuesOf: ValuesOf): Fault[] {
  return firstFaults(conditions, (condition, place) => {
    const at = `${pointer}/${place}`;
    if (isGroup(condition)) return faultsAlone(condition.conditions, `${at}/conditions`, valuesOf);
    return faultsOfTest(condition, valuesOf(condition.field)).map(({ pointer: inner, ...fault }) => ({
      pointer: at + inner,
      ...fault,
    }));
  });
}

/** Contradictions of conditions that must all be true; each alternative of an `or` and of a `not` for itself. */
function contradictions(
  conditions: readonly RuleCondition[],
  pointer: string,
  valuesOf: ValuesOf,
  given: readonly PlacedTest[],
): Fault[] {
  const together = [...given, ...togetherIn(conditions, pointer, false)];
  return [...contradictionsIn(together, valuesOf), ...alternativesIn(conditions, pointer, valuesOf)];
}

function togetherIn(conditions: readonly RuleCondition[], pointer: string, isNegated: boolean): PlacedTest[] {
  return conditions.flatMap((condition, place): PlacedTest[] => {
    const at = `${pointer}/${place}`;
    if (!isGroup(condition)) return [{ test: condition, pointer: at, isNegated }];
    // None of the conditions of a `not` is true. What a `not` says about groups in it is not examined.
    if (condition.op === "not" && !isNegated) return togetherIn(condition.conditions, `${at}/conditions`, true);
    return condition.op === "and" && !isNegated ? togetherIn(condition.conditions, `${at}/conditions`, false) : [];
  });
}

function alternativesIn(conditions: readonly RuleCondition[], pointer: string, valuesOf: ValuesOf): Fault[] {
  return conditions.flatMap((condition, place): Fault[] => {
    if (!isGroup(condition)) return [];
    const at = `${pointer}/${place}/conditions`;
    if (condition.op === "and") return alternativesIn(condition.conditions, at, valuesOf);
    return condition.conditions.flatMap((inner, i) =>
      isGroup(inner) ? contradictions([inner], at, valuesOf, []).map(movedTo(`${at}/0`, `${at}/${i}`)) : [],
    );
  });
}

const movedTo =
  (from: string, to: string) =>
  (fault: Fault): Fault => ({ ...fault, pointer: fault.pointer.replace(from, to) });

const never = (pointer: string, message: string): Fault => ({ pointer, code: "never_true", message });

function faultsOfTest(test: RuleTest, values: PossibleValues): Fault[] {
  if (values.type === "nothing") return [never("/field", missingMessage(test.field, values.members))];
  if (test.op === "exists" || test.op === "missing") return [];
  if (values.type === "list" && test.op === "includes") return faultsOfTest(test, values.item);
  const isObject = values.type === "object" || (values.type === "list" && values.item.type === "object");
  if (isObject) return test.op === "not_equals" ? [] : [never("/field", objectMessage(test.field, values))];
  switch (test.op) {
    case "equals":
    case "not_equals":
    case "includes":
      return valueFaults(String(test.value), "/value", test.op, values);
    case "one_of":
      return firstFaults(test.values, (value, place) =>
        valueFaults(String(value), `/values/${place}`, test.op, values),
      );
    case "contains":
    case "starts_with":
    case "ends_with":
      return partFaults(test, values);
    case "matches":
      return values.type === "words" && !values.words.some((word) => textHolds(test, word))
        ? [never("/pattern", `matches none of the values of ${test.field}: ${listed(values.words)}`)]
        : [];
    case "above":
    case "below":
      return boundFaults(test, values);
    case "older_than_days":
    case "newer_than_days":
      return values.type === "any" || values.type === "date" || values.type === "list"
        ? []
        : [never("/op", `compares a date, and ${test.field} is never one`)];
  }
}

function missingMessage(field: string, members: readonly string[]): string {
  const near = nearest(field.slice(field.lastIndexOf(".") + 1), members);
  return `is never there${members.length === 0 ? "" : `: the members are ${members.join(", ")}`}${near ? `; did you mean ${near}?` : ""}`;
}

function objectMessage(field: string, values: PossibleValues): string {
  const [first] = (values.type === "object" ? values.members : undefined) ?? [];
  const member = first === undefined ? "" : `, or compare a member such as ${field}.${first}`;
  return `has no text or number to compare: use exists or missing${member}`;
}

/** Whether the field can have a value. */
function valueFaults(value: string, pointer: string, op: RuleTest["op"], values: PossibleValues): Fault[] {
  if (value === "") {
    const message = op === "not_equals" ? "must not be empty: use exists" : "must not be empty: use missing";
    return [never(pointer, message)];
  }
  const message = neverEqual(value, values);
  return message === undefined ? [] : [never(pointer, message)];
}

/** Why a text can never be the value of a field; undefined if it may. */
export function neverEqual(text: string, values: PossibleValues): string | undefined {
  if (values.type === "words") {
    if (values.words.includes(text)) return undefined;
    const near = nearest(text, values.words);
    return `must be one of: ${listed(values.words)}${near ? `; did you mean ${near}?` : ""}`;
  }
  if (values.type !== "number") return undefined;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return "must be a number such as 1.5";
  if (values.isInteger && !Number.isInteger(number)) return "must be a whole number";
  if (decimalText(number) !== text) return `must be written ${decimalText(number)}`;
  if (number < values.min) return `must be at least ${values.min}`;
  return number > values.max ? `must be at most ${values.max}` : undefined;
}

function partFaults(
  test: RuleTest & { op: "contains" | "starts_with" | "ends_with" },
  values: PossibleValues,
): Fault[] {
  if (values.type === "words" && !values.words.some((word) => textHolds(test, word))) {
    return [never("/value", `is in none of the values of ${test.field}: ${listed(values.words)}`)];
  }
  return values.type === "number" && /[^\d.-]/.test(test.value)
    ? [never("/value", `must have digits only: ${test.field} is a number`)]
    : [];
}

function boundFaults(test: RuleTest & { op: "above" | "below" }, values: PossibleValues): Fault[] {
  if (values.type === "url" || (values.type === "words" && !values.words.some((word) => textHolds(test, word)))) {
    return [never("/op", `compares a number, and ${test.field} is never one`)];
  }
  const { min, max } =
    values.type === "number" ? values : { min: values.type === "money" ? 0 : -Infinity, max: Infinity };
  if (test.op === "above" && test.value >= max) return [never("/value", `must be less than ${max}`)];
  return test.op === "below" && test.value <= min ? [never("/value", `must be more than ${min}`)] : [];
}

const LISTED_MAX = 20;

const listed = (words: readonly string[]): string =>
  words.length <= LISTED_MAX
    ? words.join(", ")
    : `${words.slice(0, LISTED_MAX).join(", ")} and ${words.length - LISTED_MAX} more`;
