import { type HtmlTag, replaceHtmlTags } from "@skucast/contracts/html-tags";
import { decodeHTMLStrict } from "entities";
import { withLineFeeds } from "./line-feeds.js";

/**
 * Converts an HTML fragment to text: without tags, comments, scripts and styles, with its blocks on separate lines and
 * the cells of a table apart. What is no tag of HTML, such as `vector<int>`, stays.
 */
export function plainText(given: string): string {
  const html = isEscapedHtml(given) ? decodeEntities(given) : given;
  const shown = html.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ").replace(/<!--[\s\S]*?(?:-->|$)/g, " ");
  return decodeEntities(replaceHtmlTags(shown, separatorOf))
    .replace(/[ \t\r\u00a0]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

/** Elements that begin and end a line. */
const LINES: ReadonlySet<string> = new Set(
  "br hr p li div h1 h2 h3 h4 h5 h6 tr ul ol dl dt dd table caption section article blockquote pre figure figcaption".split(
    " ",
  ),
);

function separatorOf({ name, isEnd }: HtmlTag): string {
  if (LINES.has(name)) return "\n";
  return isEnd && (name === "td" || name === "th") ? " " : "";
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
