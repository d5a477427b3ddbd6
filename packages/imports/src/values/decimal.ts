import type { DecimalSign } from "@skucast/contracts/imports/mapping";

const SIGNIFICANT_DIGITS_MAX = 15;

/** A number as people write it, or why it is none. */
export type ReadNumber =
  | { readonly type: "number"; readonly value: number }
  /** Two readings, and nothing says which: `1,299`. */
  | { readonly type: "ambiguous" }
  | { readonly type: "none" };

const NONE: ReadNumber = { type: "none" };

/** A number with a point and nothing else, or undefined: nothing is rounded, so it has no more digits than a double keeps. */
export function plainNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length > SIGNIFICANT_DIGITS_MAX ? undefined : Number(text);
}

/** Spaces and apostrophes stand between thousands only: `1 299,00`, `1'299.00`. */
const SPACED = /^-?\d{1,3}([ \u00a0\u202f'’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/;

/** Reads a number by its own form, and where that leaves it open by the sign that the file uses for decimals. */
export function readDecimal(text: string, sign: DecimalSign | undefined): ReadNumber {
  const bare = SPACED.test(text) ? text.replace(/[ \u00a0\u202f'’]/g, "") : text;
  if (/^-?\d+$/.test(bare)) return numberOf(bare);
  const own = signOf(bare);
  if (own === "none") return NONE;
  const used = own === "ambiguous" ? sign : own;
  if (used === undefined) return { type: "ambiguous" };
  return numberOf(used === "comma" ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", ""));
}

function numberOf(text: string): ReadNumber {
  const value = plainNumber(text);
  return value === undefined ? NONE : { type: "number", value };
}

const GROUPED = { point: /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, comma: /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/ };
const PARTED = { point: /^-?\d+\.\d+$/, comma: /^-?\d+,\d+$/ };
const fits = (text: string, sign: DecimalSign): boolean => GROUPED[sign].test(text) || PARTED[sign].test(text);

/** The sign for decimals that a number can only have been written with: `12,90` has a comma, `1.299` either. */
export function signOf(text: string): DecimalSign | "ambiguous" | "none" {
  // No thousands begin with a zero.
  if (/^-?0[.,]\d+$/.test(text)) return text.includes(",") ? "comma" : "point";
  const point = fits(text, "point");
  const comma = fits(text, "comma");
  if (point && comma) return "ambiguous";
  if (point) return "point";
  return comma ? "comma" : "none";
}
