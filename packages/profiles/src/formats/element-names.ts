import { isXmlName } from "@skucast/contracts/channel-profiles/file-form";

/** The names that a file can have. */
export interface NameRules {
  /** Whether the file declares a prefix. */
  readonly isPrefix: (prefix: string) => boolean;
  /** Whether the file's encoding has a character: a name cannot contain character references. */
  readonly isWritable?: (character: string) => boolean;
}

/**
 * The element of each name of a column. An XML name is its own element. `video[0].url` is a path of nested elements, unless
 * another column has the first of them. Any other name is encoded, so that two columns never have the same element.
 */
export function elementPathsOf(names: readonly string[], rules: NameRules): string[] {
  const elements = new Set(names.filter((name) => !PLACE.test(name)));
  return names.map((name) => {
    const path = PLACE.test(name) ? elementPathOf(name) : undefined;
    const tags = path?.split("/") ?? [];
    const isPath = tags.every((tag) => elementNameOf(tag, rules) === tag) && !elements.has(tags[0] ?? "");
    return path !== undefined && isPath ? path : elementNameOf(name, rules);
  });
}

/** The element of a column's name, or the path of nested ones for `video[0].url`; undefined if there is none. */
export function elementPathOf(name: string): string | undefined {
  if (isXmlName(name)) return name;
  const tags = name.replaceAll(ALL_PLACES, "").split(".");
  return tags.every(isXmlName) ? tags.join("/") : undefined;
}

const PLACE = /\[\d+\]/;
const ALL_PLACES = /\[\d+\]/g;

/**
 * A name as the name of an element. Each character that the file's names cannot have is written as `_x` and its code point
 * in hexadecimal and `_`, as in SQL/XML (ISO/IEC 9075-14): `new col` as `new_x0020_col`. An underscore that begins such a
 * sequence is written so too, so that no two names become the same.
 */
export function elementNameOf(name: string, { isPrefix, isWritable = () => true }: NameRules): string {
  const [prefix = "", local, more] = name.split(":");
  if (local !== undefined && more === undefined && isPrefix(prefix) && isXmlName(name)) {
    if ([...prefix].every(isWritable)) return `${prefix}:${encoded(local, isWritable)}`;
  }
  return encoded(name, isWritable);
}

function encoded(name: string, isWritable: (character: string) => boolean): string {
  let text = "";
  let at = 0;
  for (const character of name) {
    const isAllowed = (at === 0 ? NAME_START : NAME_CHARACTER).test(character) && isWritable(character);
    const isAmbiguous = character === "_" && ESCAPE.test(name.slice(at));
    text += isAllowed && !isAmbiguous ? character : escapeOf(character);
    at += character.length;
  }
  return text;
}

const ESCAPE = /^_x(?:[\dA-F]{4}|[\dA-F]{8})_/;

const escapeOf = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `_x${digits.padStart(digits.length > 4 ? 8 : 4, "0")}_`;
};

/**
 * Characters of names in XML 1.0 (section 2.3) without the colon. Names with characters above U+FFFF are read only by
 * parsers of the fifth edition.
 */
const NAME_START =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]$/u;
const NAME_CHARACTER =
  /^[-.\dA-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]$/u;
