/** Words that people write where they have no value. */
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

/** No placeholder has more characters: longer texts need no look. */
export const PLACEHOLDER_LENGTH_MAX = 14;

/** What placeholders begin with, in both cases. */
export const PLACEHOLDER_INITIALS: readonly string[] = Array.from(PLACEHOLDERS, (word) => word.charAt(0)).flatMap(
  (initial) => [initial, initial.toUpperCase()],
);

/** Shorter names in capitals are mostly real ones. */
export const CAPITALS_LENGTH_MIN = 10;

export const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && value.length <= PLACEHOLDER_LENGTH_MAX && PLACEHOLDERS.has(value.toLowerCase());

/** Nearly every text has one early on, and then nothing needs to be compared. */
const SMALL_LETTER = /[a-z]/;

/** Whether a longer text has capitals and no small letter; scripts without small letters have no capitals either. */
export const isInCapitals = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length >= CAPITALS_LENGTH_MIN &&
  !SMALL_LETTER.test(value) &&
  value !== value.toLowerCase() &&
  value === value.toUpperCase();

/**
 * Whether a GTIN is of a range that names no trade item: restricted circulation (02, 04, 2), and coupons (05, 98, 99)
 * (GS1 General Specifications, section 1.4.5). `digits` are 8, 12, 13 or 14; others have no range.
 */
export function hasReservedPrefix(digits: string): boolean {
  if (digits.length === 8) return digits[0] === "0" || digits[0] === "2";
  const gtin13 = digits.length === 14 ? digits.slice(1) : digits.padStart(13, "0");
  return /^(2|02|04|05|98|99)/.test(gtin13);
}
