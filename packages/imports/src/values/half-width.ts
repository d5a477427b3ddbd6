import { normalized } from "@skucast/contracts/normal-form";

const WIDE = /[\uff01-\uffee\u3000]/;
const ARABIC = /[\u0660-\u0669\u06f0-\u06f9]/;
const DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Text whose wide digits, letters and signs (`１，９８０`), as in Japanese files, and Arabic digits with their separators
 * (`١٢٫٥٠`) are the usual ones.
 */
export function halfWidth(text: string): string {
  const narrow = WIDE.test(text) ? normalized(text, "NFKC") : text;
  if (!ARABIC.test(narrow)) return narrow;
  // The values of these digits are the last four bits of their codes.
  return narrow
    .replace(DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",");
}
