import { LOCALE } from "../texts/language.js";

type Separator = "." | ",";

/** The decimal separator of the user's format. */
const LOCAL_DECIMAL: Separator =
  new Intl.NumberFormat(LOCALE).formatToParts(1.5).find(({ type }) => type === "decimal")?.value === "," ? "," : ".";

/**
 * The number that a user typed, with a decimal point or comma and with or without thousands separators. `1,234` and `1.234`
 * mean what they mean in the user's format. Null for anything else, also for an exponent such as `1e3`.
 */
export function readNumber(text: string, decimal: Separator = LOCAL_DECIMAL): number | null {
  const typed = text.trim().replace(/(?<=\d)[\s'’](?=\d{3}(\D|$))/g, "");
  const plain = decimal === "," ? swapped(typed) : typed;
  const [, sign = "", whole = "", fraction = ""] =
    // In the user's format: 1234.5 or 1,234.5.
    /^(-?)(\d+|\d{1,3}(?:,\d{3})+)((?:\.\d+)?)$/.exec(plain) ??
    // In the other format, if it cannot be mistaken: 1234,5 or 1.234,5.
    other(plain) ??
    [];
  if (whole === "") return null;
  return Number(sign + whole.replaceAll(",", "") + fraction);
}

/** A number for an input, in the user's format and without thousands separators. */
export const numberInput = (value: number | string, decimal: Separator = LOCAL_DECIMAL): string =>
  String(value).replace(".", decimal);

function other(plain: string): RegExpExecArray | null {
  const found = /^-?(\d+,(?!\d{3}$)\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/.exec(plain);
  return found && /^(-?)(\d+|\d{1,3}(?:,\d{3})+)((?:\.\d+)?)$/.exec(swapped(plain));
}

const swapped = (text: string): string => text.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
