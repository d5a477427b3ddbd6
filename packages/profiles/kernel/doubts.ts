import { AMPERSAND, BACKSLASH, HASH, LESS_THAN, POINT, placeOf, QUESTION_MARK, ZERO } from "./bytes";
import { Step } from "./plan";

let placeholderStarts: usize = 0;

/** Sets the table of bytes with which placeholders begin. */
export function setPlaceholderStarts(starts: usize): void {
  placeholderStarts = starts;
}

/** The checks of suspicious-text.ts, called for few texts. */
declare function isPlaceholder(start: usize, end: usize): bool;
declare function isInCapitals(start: usize, end: usize): bool;

const LETTER_B: u8 = 98;
const LETTER_F: u8 = 102;
const LETTER_U: u8 = 117;
const SMALL_A: u8 = 97;
const SMALL_Z: u8 = 122;

/** Whether a text may have an issue, so that its product must be parsed and checked. */
export function isDoubtful(start: usize, end: usize, step: Step): bool {
  const length = (end - start) as i32;
  if (
    length <= step.placeholderMax &&
    load<u8>(placeholderStarts + load<u8>(start)) !== 0 &&
    isPlaceholder(start, end)
  ) {
    return true;
  }
  if (step.hasMarkup !== 0 && (placeOf(LESS_THAN, start, end) < end || placeOf(AMPERSAND, start, end) < end))
    return true;
  if (step.isImage !== 0 && isOtherImage(start, end)) return true;
  return length >= step.capitalsMin && mayBeInCapitals(start, end);
}

/** File extensions as the bytes of a 32-bit word. */
const JPG: u32 = 0x67706a2e;
const PNG: u32 = 0x676e702e;
const JPEG: u32 = 0x6765706a;

/** Whether the path of a URL has an extension other than JPEG or PNG; the product is then parsed and checked. */
function isOtherImage(start: usize, end: usize): bool {
  const path = min(placeOf(QUESTION_MARK, start, end), placeOf(HASH, start, end));
  if (path - start < 5) return true;
  const last = load<u32>(path - 4);
  if (load<u8>(path - 4) === POINT) return last !== JPG && last !== PNG;
  return load<u8>(path - 5) === POINT && last !== JPEG;
}

/** Nearly all texts contain an ASCII lower-case letter early. The letter of an escape does not count. */
function mayBeInCapitals(start: usize, end: usize): bool {
  let hasEscape = false;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    if (byte === BACKSLASH) {
      hasEscape = true;
      at += 1;
    } else if (byte >= SMALL_A && byte <= SMALL_Z) return false;
  }
  return hasEscape || isInCapitals(start, end);
}

/** Whether nested JSON contains an escape for a code point; such products are parsed. */
export function hasCodePointEscape(start: usize, end: usize): bool {
  for (let at = placeOf(BACKSLASH, start, end); at < end; at = placeOf(BACKSLASH, at + 2, end)) {
    const letter = load<u8>(at + 1);
    if (letter === LETTER_U || letter === LETTER_B || letter === LETTER_F) return true;
  }
  return false;
}

/** Whether digits may be in a reserved range; the check of the parsed product is exact. */
export function mayHaveReservedPrefix(start: usize, end: usize): bool {
  const length = end - start;
  if (length === 8) return true;
  const at = length === 14 ? start + 1 : start;
  const first: u8 = length === 12 ? ZERO : load<u8>(at);
  const second: u8 = length === 12 ? load<u8>(at) : load<u8>(at + 1);
  return first === ZERO + 2 || (first === ZERO && second >= ZERO + 2) || (first === ZERO + 9 && second >= ZERO + 8);
}

/** GS1's check digit over 8, 12, 13 or 14 digits. */
export function hasCheckDigit(start: usize, end: usize): bool {
  const length = end - start;
  if (length !== 8 && (length < 12 || length > 14)) return false;
  let sum = 0;
  let weight = 1;
  for (let at = end - 1; at >= start; at -= 1) {
    const digit = (load<u8>(at) as i32) - (ZERO as i32);
    if (digit < 0 || digit > 9) return false;
    sum += digit * weight;
    weight = 4 - weight;
  }
  return sum % 10 === 0;
}
