import { decodeHTMLStrict } from "entities";
import { withLineFeeds } from "./line-feeds.js";

/** Where a line begins or ends, or a cell of a table. */
const BLOCK =
  /<(?:[bh]r|\/?(?:p|li|div|h[1-6]|tr|ul|ol|dl|dt|dd|table|caption|section|article|blockquote|pre|figure|figcaption))\b[^<>]*>/gi;
const CELL_END = /<\/t[dh]\b[^<>]*>/gi;

/**
 * Converts an HTML fragment to text: without tags, comments, scripts and styles, with its blocks on separate lines and
 * the cells of a table apart. A tag must end before the next one begins; otherwise many unclosed tags would take quadratic time.
 */
export function plainText(given: string): string {
  const html = isEscapedHtml(given) ? decodeEntities(given) : given;
  const bare = html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(BLOCK, "\n")
    .replace(CELL_END, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "");
  return decodeEntities(bare)
    .replace(/[ \t\r\u00a0]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

const TAG = /<\/?(?:p|br|div|span|ul|ol|li|strong|b|em|i|u|h[1-6]|a|table|tr|td|img|blockquote)(?:\s[^<>]*)?\/?>/i;

/** Whether a text is an HTML fragment, or one that was escaped once more; a `<` alone is not enough. */
export const isHtml = (text: string): boolean => TAG.test(text) || isEscapedHtml(text);

/** `&lt;p&gt;…&lt;/p&gt;`: a program took the fragment for plain text. */
const isEscapedHtml = (text: string): boolean =>
  text.includes("&lt;") && !TAG.test(text) && TAG.test(decodeEntities(text));

/** An end tag, or a line break: `Tee <b>` names a tag and is no HTML. */
const ENDS_TAG = /<\/[a-z]|<br\b/i;

/** The text of one line, such as a title, without tags. */
export const withoutTags = (text: string): string =>
  isHtml(text) && ENDS_TAG.test(decodeEntities(text)) ? plainText(text) : text;

// References to code point 0.
const NULL_REFERENCE = /&#(?:0+|x0+);/gi;

/** Decodes character references (`&eacute;`, `&#233;`); unknown ones stay. A carriage return is a line feed. */
export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? withLineFeeds(decodeHTMLStrict(text.replace(NULL_REFERENCE, (whole) => whole.replace("&", "&amp;"))))
    : text;
