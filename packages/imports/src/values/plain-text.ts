import { decodeHTMLStrict } from "entities";

const BLOCK_END = /<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr|\/ul|\/ol)\b[^<>]*>/gi;

/**
 * The text of an HTML fragment: without tags, comments, scripts and styles, its blocks on lines of their own. A tag ends
 * before the next one begins: otherwise each of many that are never closed would be looked for to the end of the text.
 */
export function plainText(html: string): string {
  const bare = html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(BLOCK_END, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "");
  return decodeEntities(bare)
    .replace(/[ \t\r\u00a0]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

const TAG = /<\/?(?:p|br|div|span|ul|ol|li|strong|b|em|i|u|h[1-6]|a|table|tr|td|img|blockquote)(?:\s[^<>]*)?\/?>/i;

/** Whether a text is an HTML fragment: a `<` alone does not make one. */
export const isHtml = (text: string): boolean => TAG.test(text);

// What a number outside of Unicode, or half of a pair, would be decoded to.
const NO_CHARACTER = /&#(?:0+|x0+);/gi;

/** Character references (`&eacute;`, `&#233;`) as their characters; those that are unknown stay. */
export const decodeEntities = (text: string): string =>
  text.includes("&") ? decodeHTMLStrict(text.replace(NO_CHARACTER, (whole) => whole.replace("&", "&amp;"))) : text;
