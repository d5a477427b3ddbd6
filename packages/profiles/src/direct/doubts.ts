import {
  CAPITALS_LENGTH_MIN,
  isInCapitals,
  isPlaceholder,
  PLACEHOLDER_INITIALS,
  PLACEHOLDER_LENGTH_MAX,
} from "../channel/suspicious-text.js";

const ZERO = 48;
const BACKSLASH = 92;
const LETTER_U = 117;
const LETTER_B = 98;
const LETTER_F = 102;

/** 1 for the bytes a placeholder may begin with, so that hardly any value is made a string of. */
const PLACEHOLDER_STARTS = new Uint8Array(256);
for (const initial of PLACEHOLDER_INITIALS) PLACEHOLDER_STARTS[initial.charCodeAt(0)] = 1;

/** What a column wants to know of its texts beyond their length. */
interface TextDoubts {
  readonly hasPlaceholders: boolean;
  readonly hasCapitals: boolean;
}

/** Whether a text may be one that the long way has something to say about. */
export function isDoubtful(from: Buffer, start: number, end: number, doubts: TextDoubts): boolean {
  const length = end - start;
  if (
    doubts.hasPlaceholders &&
    length <= PLACEHOLDER_LENGTH_MAX &&
    PLACEHOLDER_STARTS[from[start] as number] === 1 &&
    isPlaceholder(from.toString("latin1", start, end))
  ) {
    return true;
  }
  return doubts.hasCapitals && length >= CAPITALS_LENGTH_MIN && mayBeInCapitals(from, start, end);
}

/** Nearly all texts have a small letter of ASCII early on; the letter of an escape is none. */
function mayBeInCapitals(from: Buffer, start: number, end: number): boolean {
  let hasEscape = false;
  for (let i = start; i < end; i += 1) {
    const byte = from[i] as number;
    if (byte === BACKSLASH) {
      hasEscape = true;
      i += 1;
    } else if (byte >= 97 && byte <= 122) return false;
  }
  return hasEscape || isInCapitals(from.toString("utf8", start, end));
}

/** Whether nested JSON has an escape that stands for a code point: what becomes of those, the long way knows. */
export function hasCodePointEscape(from: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) {
    if (from[i] !== BACKSLASH) continue;
    i += 1;
    const letter = from[i];
    if (letter === LETTER_U || letter === LETTER_B || letter === LETTER_F) return true;
  }
  return false;
}

/** Whether digits may be of a reserved range; the long way says for sure. */
export function mayHaveReservedPrefix(from: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length === 8) return true;
  const at = length === 14 ? start + 1 : start;
  const first = length === 12 ? ZERO : (from[at] as number);
  const second = length === 12 ? (from[at] as number) : (from[at + 1] as number);
  return first - ZERO === 2 || (first === ZERO && second - ZERO >= 2) || (first - ZERO === 9 && second - ZERO >= 8);
}

/** GS1's check digit over 8, 12, 13 or 14 digits. */
export function hasCheckDigit(from: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 8 && (length < 12 || length > 14)) return false;
  let sum = 0;
  for (let i = end - 1, weight = 1; i >= start; i -= 1, weight = 4 - weight) {
    const digit = (from[i] as number) - ZERO;
    if (digit < 0 || digit > 9) return false;
    sum += digit * weight;
  }
  return sum % 10 === 0;
}
