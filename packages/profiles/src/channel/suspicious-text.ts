/** Texts that people enter when they have no value. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "-",
  "--",
  "generic",
  "n/a",
  "no brand",
  "none",
  "not applicable",
  "null",
  "tbd",
  "undefined",
  "unknown",
]);

/** The length of the longest placeholder; longer texts are not checked. */
const PLACEHOLDER_LENGTH_MAX = 14;

/** Shorter texts in capitals are usually real names. */
const CAPITALS_LENGTH_MIN = 10;

export const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && value.length <= PLACEHOLDER_LENGTH_MAX && PLACEHOLDERS.has(value.toLowerCase());

/** Nearly every text contains one early, so that the comparisons can be skipped. */
const SMALL_LETTER = /[a-z]/;

/** A letter of a script without letter case, such as Arabic, Hebrew or Japanese. */
const LETTER_WITHOUT_CASE = /\p{Lo}/u;

/**
 * Whether a longer text has capital but no lower-case letters. Texts with letters of a script without letter case never
 * match: what they have in capitals are names.
 */
export const isInCapitals = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length >= CAPITALS_LENGTH_MIN &&
  !SMALL_LETTER.test(value) &&
  value !== value.toLowerCase() &&
  value === value.toUpperCase() &&
  !LETTER_WITHOUT_CASE.test(value);

/**
 * Whether a GTIN is in a range that is not for trade items: restricted circulation (02, 04, 2) and coupons (05, 98, 99)
 * (GS1 General Specifications, section 1.4.5). `digits` has 8, 12, 13 or 14 digits.
 */
export function hasReservedPrefix(digits: string): boolean {
  if (digits.length === 8) return digits[0] === "0" || digits[0] === "2";
  const gtin13 = digits.length === 14 ? digits.slice(1) : digits.padStart(13, "0");
  return /^(2|02|04|05|98|99)/.test(gtin13);
}
