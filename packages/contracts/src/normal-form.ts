/** No script has so many combining marks in a row (Unicode Standard Annex #15, section 13, has 30). */
const MANY_MARKS = /(?<!\p{M})\p{M}{101}/u;

/**
 * Text in a normal form of Unicode. Text with more than 100 combining marks in a row stays as it is: putting them in order
 * takes quadratic time, minutes for half a megabyte.
 */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC"): string =>
  MANY_MARKS.test(text) ? text : text.normalize(form);
