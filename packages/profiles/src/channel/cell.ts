/** A value of a row in its real type; undefined is no value. */
export type Cell = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | undefined;

/** A product as it is stored: its JSON, parsed. Fields are trusted to be what the contract says, or absent. */
export type StoredProduct = Readonly<Record<string, unknown>>;

/** A member of a nested object; undefined when there is none. */
export function memberOf(value: unknown, member: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}

/** Whether a text has more than `max` characters, counted as Unicode code points. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count > max;
}

/** The first `max` characters (code points), without a blank at the cut. */
export function truncated(text: string, max: number): string {
  return isLongerThan(text, max) ? Array.from(text).slice(0, max).join("").trimEnd() : text;
}

/** A number as plain decimal text: never an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toFixed(20).replace(/\.?0+$/, "");
}
