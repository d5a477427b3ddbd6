import type { Column } from "@skucast/contracts/channel-profiles/column";
import { htmlTagAt } from "@skucast/contracts/html-tags";
import { decodeHTMLStrict } from "entities";

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav ol optgroup option p pre section " +
    "select summary table tbody td textarea tfoot th thead title tr ul"
  ).split(" "),
);
/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template"]);

/** Whether plain text has HTML by mistake: a tag, a comment or an entity. */
export const hasMarkup = (text: string): boolean =>
  hasTag(text) ||
  (text.includes("&") && Array.from(text.matchAll(ENTITIES)).some(([entity]) => decoded(entity) !== entity));

function hasTag(text: string): boolean {
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    if (text.startsWith("<!--", at) || htmlTagAt(text, at)) return true;
  }
  return false;
}

/**
 * Converts HTML to text: removes tags and comments, puts blocks on separate lines and decodes entities once. Text that only
 * looks like a tag (`a < b`, `vector<int>`) stays. Takes linear time for any input.
 */
export function stripHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  let text = "";
  let from = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", Math.max(from, at + 1))) {
    if (html.startsWith("<!--", at)) {
      text += html.slice(from, at);
      from = endOfComment(html, at);
      continue;
    }
    const tag = htmlTagAt(html, at);
    if (tag === undefined) continue;
    text += html.slice(from, at) + (BLOCKS.has(tag.name) ? "\n" : "");
    from = HIDDEN.has(tag.name) && !tag.isEnd ? endOfHidden(html, tag.end, tag.name) : tag.end;
  }
  return folded(text + html.slice(from));
}

/** The same on one line. */
export const stripHtmlOnLine = (html: string): string =>
  /[<&]/.test(html) ? stripHtml(html).replaceAll("\n", " ") : html;

/** The conversion for a column: descriptions and free attributes may have several lines, other texts have one. */
export const stripperFor = ({ name, from }: Column): ((html: string) => string) =>
  (from === undefined ? name.includes("title") : !/^(?:description$|custom_attributes\.|metadata\.)/.test(from))
    ? stripHtmlOnLine
    : stripHtml;

/** A comment that is never closed ends with the text. */
function endOfComment(html: string, open: number): number {
  const close = html.indexOf("-->", open + 4);
  return close === -1 ? html.length : close + 3;
}

function endOfHidden(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

/** Text that may be an entity. */
const ENTITIES = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/gi;

/** The text of an entity, as browsers read it; one that they do not know stays. Soft hyphens would be invisible. */
function decoded(entity: string): string {
  const text = decodeHTMLStrict(entity);
  if (text === "\ufffd") return entity;
  return text === "\u00ad" ? "" : text;
}

function folded(text: string): string {
  return text
    .replace(ENTITIES, decoded)
    .split("\n")
    .map((line) => line.replace(/[ \t\r\u00a0]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
