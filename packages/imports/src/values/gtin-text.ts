import { isGtin, normalizeGtin } from "@skucast/contracts/gtin";

/** The valid lengths of a GTIN. */
const FULL_LENGTHS = [8, 12, 13, 14];

/**
 * Restores the leading zeros of a GTIN that a spreadsheet removed, if the check digit is then valid. Other text stays as it
 * is and is rejected by validation.
 */
export function readGtin(text: string): string {
  const digits = normalizeGtin(text.replace(/^(\d+)\.0+$/, "$1"));
  if (!/^\d{5,13}$/.test(digits) || FULL_LENGTHS.includes(digits.length)) return digits;
  const padded = FULL_LENGTHS.filter((length) => length > digits.length).map((length) => digits.padStart(length, "0"));
  return padded.find(isGtin) ?? digits;
}
