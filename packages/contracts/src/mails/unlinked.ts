import { withoutHidden } from "../hidden-characters.js";

/** The full stop, and characters that programs take for it: RFC 3490, section 3.1, and compatibility forms. */
const DOT = ".\\u2024\\u3002\\ufe12\\ufe52\\uff0e\\uff61";
const COLON = ":\\u02d0\\u2236\\ua789\\ufe13\\ufe55\\uff1a";
const SLASH = "/\\\\\\u2044\\u2215\\u2571\\u27cb\\u29f5\\u29f6\\u29f8\\u29f9\\ufe68\\uff0f\\uff3c";
/** Schemes that programs make a link of without slashes. */
const SCHEMES = "mailto|tel|sms|skype|whatsapp|javascript|data";

/** A URL, or a domain with a path. */
const LINK = new RegExp(
  [
    `\\b[a-z][a-z0-9+.-]*[${COLON}][${SLASH}]{2}\\S*`,
    `\\b(?:${SCHEMES})[${COLON}]\\S+`,
    `\\bwww[${DOT}]\\S*`,
    `\\S+[${DOT}]\\S+[${SLASH}]\\S*`,
  ].join("|"),
  "giu",
);
/** Characters that stand for several, of which one is a dot: U+2488 is "1.", U+33C7 is "Co.". */
const DOTTED = /[\u2488-\u249b\u33c2\u33c7\u33d8\u{1f100}]/gu;
/** Letters in lookalike forms, which spell a scheme as well. */
const WIDE_LETTER = /[\uff21-\uff3a\uff41-\uff5a]/gu;
/** A dot in a word that may be a domain or an IP address. Initials and the end of a sentence have none. */
const DOMAIN = new RegExp(
  `[^\\s.][${DOT}](?=[^\\s${DOT}]{2})[^\\s${DOT}]*[\\p{L}\\p{M}\\p{N}\\p{S}]|\\d(?:[${DOT}]\\d+){3}`,
  "u",
);
const INNER_DOT = new RegExp(`[${DOT}](?=\\S)`, "gu");
/** A number or version, which is no link. */
const NUMBER = /^\P{L}?\d+(?:\.\d+){1,2}\P{L}?$/u;
/** The middle dot, of which no program makes a dot of a domain. */
const MIDDLE_DOT = "\u00b7";

/**
 * A name as mails show it: without links, which mail programs would make of URLs and domains, and which we would then seem
 * to recommend. Hidden characters go first, because they could take a URL apart.
 */
export const unlinked = (name: string): string =>
  withoutHidden(name)
    .replace(DOTTED, (each) => each.normalize("NFKC"))
    .replace(WIDE_LETTER, (each) => each.normalize("NFKC"))
    .replace(LINK, "…")
    .replace(/\S+/gu, withoutDomain);

const withoutDomain = (word: string): string =>
  NUMBER.test(word) || !DOMAIN.test(word) ? word : word.replace(INNER_DOT, MIDDLE_DOT);
