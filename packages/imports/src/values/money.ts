const AMOUNT = /^(?:([A-Za-z]{3})\s*)?(\d{1,12}(?:\.\d{1,6})?)\s*([A-Za-z]{3})?$/;

/** An amount as files have it, with or without its currency; undefined when the text is none, or could be read two ways. */
export function readMoney(text: string): { amount: number; currency: string | undefined } | undefined {
  const [, before, digits, after] = AMOUNT.exec(text) ?? [];
  if (digits === undefined || (before !== undefined && after !== undefined)) return undefined;
  const amount = readNumber(digits);
  return amount === undefined ? undefined : { amount, currency: (before ?? after)?.toUpperCase() };
}

const SIGNIFICANT_DIGITS_MAX = 15;

/** A number with a point, or undefined: nothing is rounded, so it has no more digits than a double keeps. */
export function readNumber(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length > SIGNIFICANT_DIGITS_MAX ? undefined : Number(text);
}
