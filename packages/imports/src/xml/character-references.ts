import { decodeHTMLStrict } from "entities";

/** What may be a reference to a character: `&amp;`, `&#233;`, `&#xe9;`. */
export const REFERENCE = /&[#\w][^\s;&<]{0,31};/g;

/**
 * The character of a reference: by its number, or by its name in XML or in HTML, whose names many shops write into XML.
 * Undefined if there is none, or if XML does not allow it.
 */
export function characterOf(reference: string): string | undefined {
  const known = OF_XML[reference];
  if (known !== undefined) return known;
  if (reference.charCodeAt(1) === NUMBER_SIGN) return characterNumbered(reference.slice(2, -1));
  const character = decodeHTMLStrict(reference);
  return character === reference ? undefined : character;
}

const OF_XML: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};
const NUMBER_SIGN = 35;

function characterNumbered(digits: string): string | undefined {
  const isHexadecimal = digits.startsWith("x");
  if (!(isHexadecimal ? /^x[\da-f]+$/i : /^\d+$/).test(digits)) return undefined;
  const code = Number.parseInt(isHexadecimal ? digits.slice(1) : digits, isHexadecimal ? 16 : 10);
  return code <= CODE_MAX && ALLOWED.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : undefined;
}

const CODE_MAX = 0x10ffff;
/** The characters of a document (XML 1.0, 2.2). */
const ALLOWED = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
