import { pointerOf } from "./faults.js";
import type { Fault } from "./problem.js";

/** A number of up to this length, without an exponent, is always exact: a double has 15 significant digits. */
export const EXACT_LENGTH_MAX = 15;
const FAULTS_MAX = 100;
const SHOWN_LENGTH_MAX = 40;

/** Whether a number's text survives JSON.parse: it prints as the same number. */
export function isExactNumber(text: string): boolean {
  if (text.length <= EXACT_LENGTH_MAX && !/e/i.test(text)) return true;
  const value = Number(text);
  return Number.isFinite(value) && plainOf(text) === plainOf(String(value));
}

/**
 * An error for each number that would change when a well-formed document is parsed. This parses the document again and
 * tracks paths, so call it only for documents that are known to contain such a number.
 */
export function inexactNumbersOf(json: string): Fault[] {
  return inexactNumbersIn(markInexactNumbers(json));
}

/** Parses a well-formed document; each number that would change is replaced by a mark that `inexactNumbersIn` finds. */
export function markInexactNumbers(json: string): unknown {
  return parseWithSource(json, (_key, value, context) =>
    typeof value === "number" && context.source !== undefined && !isExactNumber(context.source)
      ? new InexactNumber(context.source)
      : value,
  );
}

/** An error for each of the first `faultsMax` marks in a part of a document, with its pointer from that part. */
export function inexactNumbersIn(marked: unknown, faultsMax = FAULTS_MAX): Fault[] {
  const faults: Fault[] = [];
  collect(marked, [], { faults, faultsMax });
  return faults;
}

interface Found {
  readonly faults: Fault[];
  readonly faultsMax: number;
}

/** Whether a document may contain an inexact number. Digits in strings count, too. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;

/** Parses JSON; a number that would change becomes its text. */
export function parseKeepingNumbers(json: string): unknown {
  if (!MAY_BE_INEXACT.test(json)) return JSON.parse(json);
  return parseWithSource(json, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && !isExactNumber(source) ? source : value,
  );
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** TypeScript does not declare the reviver's third argument yet (ECMAScript proposal "JSON.parse source text access"). */
const parseWithSource = JSON.parse as (json: string, reviver: Reviver) => unknown;

/** Marks an inexact number until its path is known. */
class InexactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Recursion is safe: the document's depth was limited before. */
function collect(value: unknown, path: readonly string[], found: Found): void {
  if (typeof value !== "object" || value === null || found.faults.length >= found.faultsMax) return;
  if (value instanceof InexactNumber) {
    found.faults.push({ pointer: pointerOf(path), code: "inexact_number", message: sentenceOf(value.source) });
    return;
  }
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === "object" && member !== null) collect(member, [...path, name], found);
  }
}

function sentenceOf(source: string): string {
  const shown = source.length > SHOWN_LENGTH_MAX ? `${source.slice(0, SHOWN_LENGTH_MAX)}…` : source;
  const read = Number(source);
  const other = Number.isFinite(read) ? `would be read as ${read}` : "is too large for a number";
  return `${shown} ${other}; send at most ${EXACT_LENGTH_MAX} significant digits, or a string where one is accepted`;
}

/** Sign, significant digits and power of ten: the same for all notations of a number. */
function plainOf(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  if (start === end) return "0";
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + (digits.length - end)}`;
}
