import { isGtin, normalizeGtin } from "@skucast/contracts/gtin";

/** Lengths of a GTIN that a spreadsheet took the leading zeros from, with the one that it had. */
const FULL_LENGTHS = [8, 12, 13, 14];

/**
 * A GTIN with the leading zeros that a spreadsheet takes for nothing, where the check digit says that they were there. What
 * is none stays as it is, to be refused by name.
 */
export function readGtin(text: string): string {
  const digits = normalizeGtin(text.replace(/^(\d+)\.0+$/, "$1"));
  if (!/^\d{5,13}$/.test(digits) || FULL_LENGTHS.includes(digits.length)) return digits;
  const padded = FULL_LENGTHS.filter((length) => length > digits.length).map((length) => digits.padStart(length, "0"));
  return padded.find(isGtin) ?? digits;
}
