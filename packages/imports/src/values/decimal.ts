import type { DecimalSign } from "@skucast/contracts/imports/mapping";
import { halfWidth } from "./half-width.js";

export const SIGNIFICANT_DIGITS_MAX = 15;

/** The result of reading a number. */
export type ReadNumber =
  | { readonly type: "number"; readonly value: number }
  /** There are two possible readings: `1,299`. */
  | { readonly type: "ambiguous" }
  /**
   * `isTooLong`: it is a number, which has more decimals than can be kept. `tooLarge`: it has more digits before the point than
   * can be kept, and is about this number.
   */
  | { readonly type: "none"; readonly isTooLong?: true; readonly tooLarge?: number };

const NONE: ReadNumber = { type: "none" };
const TOO_LONG: ReadNumber = { type: "none", isTooLong: true };

/** Reads a number with an optional decimal point; undefined if it has more digits than a double keeps exactly. */
export function plainNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length > SIGNIFICANT_DIGITS_MAX ? undefined : Number(text);
}

/** Spaces and apostrophes only separate thousands: `1 299,00`, `1'299.00`. */
const SPACED = /^-?\d{1,3}([ \u00a0\u2009\u202f'’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;

/** Reads a number; if its format is ambiguous, by the decimal separator of the file. */
export function readDecimal(sent: string, sign: DecimalSign | undefined): ReadNumber {
  const text = halfWidth(sent);
  const bare = (SPACED.test(text) ? text.replace(/[ \u00a0\u2009\u202f'’]/g, "") : text).replace(NO_ZERO, "0");
  if (/^-?\d+$/.test(bare)) return numberOf(bare);
  const own = signOf(bare);
  if (own === "none") return NONE;
  const used = own === "ambiguous" ? sign : own;
  if (used === undefined) return { type: "ambiguous" };
  return numberOf(used === "comma" ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", ""));
}

/** Where a zero is left out: `.5`. */
const NO_ZERO = /(?<=^-?)(?=[.,]\d+$)/;

const LARGE = new RegExp(`^-?0*[1-9]\\d{${SIGNIFICANT_DIGITS_MAX},}(?:\\.\\d+)?$`);

function numberOf(text: string): ReadNumber {
  if (LARGE.test(text)) return { type: "none", tooLarge: Number(text) };
  const plain = plainNumber(text);
  if (!NOISY.test(text)) return plain === undefined ? NONE : { type: "number", value: plain };
  const value = withoutNoise(Number(text));
  return plain === undefined && NOISY.test(String(value)) ? TOO_LONG : { type: "number", value };
}

/** Numbers with so many decimals may be results of calculations with doubles. */
const NOISY = /\.\d{10}/;
const DECIMALS_MAX = 4;
const NOISE = 1e-11;
const RELATIVE_NOISE = 1e-14;

/**
 * The number with at most four decimals, as every currency has, of which a result of calculations with doubles is only a
 * little different: 19.99 for 19.990000000000002. Other numbers stay.
 */
export function withoutNoise(value: number): number {
  if (!NOISY.test(String(value))) return value;
  const near = Number(value.toFixed(DECIMALS_MAX));
  const noise = Math.max(NOISE, Math.abs(value) * RELATIVE_NOISE);
  return Math.abs(value - near) <= noise ? near : value;
}

/** With the groups of India as well: `1,29,900.00`. */
const GROUPED = {
  point: /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
  comma: /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/,
};
const PARTED = { point: /^-?\d+\.\d+$/, comma: /^-?\d+,\d+$/ };
const fits = (text: string, sign: DecimalSign): boolean => GROUPED[sign].test(text) || PARTED[sign].test(text);

/** The decimal separator of a number: `12,90` has a comma, `1.299` is ambiguous. */
export function signOf(text: string): DecimalSign | "ambiguous" | "none" {
  // A group of thousands does not begin with zero.
  if (/^-?0[.,]\d+$/.test(text)) return text.includes(",") ? "comma" : "point";
  const point = fits(text, "point");
  const comma = fits(text, "comma");
  if (point && comma) return "ambiguous";
  if (point) return "point";
  return comma ? "comma" : "none";
}
