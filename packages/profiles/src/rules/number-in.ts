/** What may not follow a number: more of it. A space separates thousands only before exactly three digits. */
const END = "(?![0-9]|[.,'\u2019][0-9]|[ \u00a0\u202f][0-9]{3}(?![0-9]))";
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const START = "^\\s*([+-]?";

/** The forms of numbers that can be read in one way only, with what separates their thousands and their decimals. */
const FORMS: readonly (readonly [form: RegExp, thousands: RegExp | undefined, hasComma: boolean])[] = [
  [new RegExp(`${START}(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30})(?:[eE][+-]?\\d{1,3})?)${END}`), undefined, false],
  [new RegExp(`${START}\\d{1,3}(?:(?:,\\d{3}){1,9}\\.\\d{1,30}|(?:,\\d{3}){2,9}))${END}`), /,/g, false],
  [new RegExp(`${START}\\d{1,3}(?:(?:\\.\\d{3}){1,9},\\d{1,30}|(?:\\.\\d{3}){2,9}))${END}`), /\./g, true],
  [new RegExp(`${START}(?:0,\\d{1,30}|\\d{1,30},(?:\\d{1,2}|\\d{4,30})|\\d{4,30},\\d{3}))${END}`), undefined, true],
  [
    new RegExp(`${START}\\d{1,3}(?:[ \u00a0\u202f'\u2019]\\d{3}){1,9}(?:[.,]\\d{1,30})?)${END}`),
    /[ \u00a0\u202f'\u2019]/g,
    true,
  ],
];

/**
 * The number at the start of a text, such as an amount before its currency: `1299`, `1,299.00`, `12,90`. NaN if there is
 * none, or if it can be read in two ways, as `1,299` can. product_meets.sql reads the same (value_number.sql).
 */
export function numberIn(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  if (PLAIN.test(text)) return Number(text);
  for (const [form, thousands, hasComma] of FORMS) {
    const found = form.exec(text)?.[1];
    if (found === undefined) continue;
    const digits = thousands === undefined ? found : found.replace(thousands, "");
    return Number(hasComma ? digits.replace(",", ".") : digits);
  }
  return Number.NaN;
}
