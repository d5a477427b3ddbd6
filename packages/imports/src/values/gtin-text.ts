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

const SCIENTIFIC = /^(\d)[.,](\d+)E\+(\d\d)$/i;
/** Spreadsheets show at most this many decimals in a cell of usual width; an export of the exact number has more. */
const SHOWN_DECIMALS_MAX = 8;

/**
 * The digits of a number that was exported as `8.712345678906E+12`; null if the digits that are left out are unknown, and
 * undefined if the text is no such number.
 */
export function wholeNumberOf(text: string): string | null | undefined {
  const [, first, decimals, exponent] = SCIENTIFIC.exec(text) ?? [];
  if (first === undefined || decimals === undefined) return undefined;
  if (decimals.length <= SHOWN_DECIMALS_MAX || decimals.length > Number(exponent)) return null;
  return (first + decimals).padEnd(Number(exponent) + 1, "0");
}
