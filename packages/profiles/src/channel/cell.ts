/** A typed value of a row; undefined for an empty cell. */
export type Cell = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | undefined;

/** A stored product, parsed from its JSON. Fields are trusted to be as in the contract, or absent. */
export type StoredProduct = Readonly<Record<string, unknown>>;

/** A member of a nested object; undefined when there is none. */
export function memberOf(value: unknown, member: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}

/** Whether a string has more than `max` characters (Unicode code points). */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count > max;
}

/** The first `max` characters (code points), without trailing spaces and without a part of an emoji or letter. */
export function truncated(text: string, max: number): string {
  if (!isLongerThan(text, max)) return text;
  const { length } = Array.from(text).slice(0, max).join("");
  const cut = GRAPHEMES.segment(text).containing(length)?.index ?? length;
  return text.slice(0, cut === 0 ? length : cut).trimEnd();
}

/** What readers see as one character may have several code points: a family of emoji, a flag, a letter with marks. */
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A number as a decimal string without an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toFixed(20).replace(/\.?0+$/, "");
}
