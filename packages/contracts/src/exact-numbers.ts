import { pointerOf } from "./faults.js";
import type { Fault } from "./problem.js";

/** A shorter number without an exponent is always exact: a double holds 15 significant digits. */
export const EXACT_LENGTH_MAX = 15;
const FAULTS_MAX = 100;
const SHOWN_LENGTH_MAX = 40;

/** Whether the number that JSON.parse makes of a number's text prints as the same number. */
export function isExactNumber(text: string): boolean {
  if (text.length <= EXACT_LENGTH_MAX && !/e/i.test(text)) return true;
  const value = Number(text);
  return Number.isFinite(value) && plainOf(text) === plainOf(String(value));
}

/**
 * The faults of a well-formed document's numbers that would be stored as another number. It parses the document once more
 * and keeps the way to each number, so it is for documents in which one was found.
 */
export function inexactNumbersOf(json: string): Fault[] {
  const faults: Fault[] = [];
  const inexact = parseWithSource(json, (_key, value, context) =>
    typeof value === "number" && context.source !== undefined && !isExactNumber(context.source)
      ? new InexactNumber(context.source)
      : value,
  );
  collect(inexact, [], faults);
  return faults;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** TypeScript's types do not have the third argument of the function yet (ECMAScript proposal JSON.parse source text access). */
const parseWithSource = JSON.parse as (json: string, reviver: Reviver) => unknown;

/** Stands in the place of a number, until the way to it is known. */
class InexactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** The depth of a document is limited before. */
function collect(value: unknown, path: readonly string[], faults: Fault[]): void {
  if (typeof value !== "object" || value === null || faults.length >= FAULTS_MAX) return;
  if (value instanceof InexactNumber) {
    faults.push({ pointer: pointerOf(path), code: "inexact_number", message: sentenceOf(value.source) });
    return;
  }
  for (const [name, member] of Object.entries(value)) collect(member, [...path, name], faults);
}

function sentenceOf(source: string): string {
  const shown = source.length > SHOWN_LENGTH_MAX ? `${source.slice(0, SHOWN_LENGTH_MAX)}…` : source;
  const read = Number(source);
  const other = Number.isFinite(read) ? `would be read as ${read}` : "is too large for a number";
  return `${shown} ${other}; send at most ${EXACT_LENGTH_MAX} significant digits, or a string where one is taken`;
}

/** Sign, significant digits and power of ten: equal for texts of equal numbers. */
function plainOf(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  if (start === end) return "0";
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + (digits.length - end)}`;
}
