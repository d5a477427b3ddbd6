import { decodeHTMLStrict } from "entities";

const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote br dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul".split(
    " ",
  ),
);
/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template"]);
/** A closed tag or a comment. */
const TAG = /<\/?[A-Za-z][^<>]*>|<!--/;

/** Whether plain text has HTML by mistake: a tag, a comment or an entity. */
export const hasMarkup = (text: string): boolean =>
  (text.includes("<") && TAG.test(text)) ||
  (text.includes("&") && Array.from(text.matchAll(ENTITIES)).some(([entity]) => decoded(entity) !== entity));

/**
 * Converts HTML to text: removes tags and comments, puts blocks on separate lines and decodes entities. Text that only looks
 * like a tag (`a < b`) stays. Takes linear time for any input.
 */
export function stripHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) break;
    text += html.slice(at, open);
    const end = endOfTag(html, open);
    if (end === -1) {
      text += "<";
      at = open + 1;
      continue;
    }
    const name = nameOf(html, open);
    if (BLOCKS.has(name)) text += "\n";
    at = HIDDEN.has(name) && html[open + 1] !== "/" ? endOfHidden(html, end, name) : end;
  }
  return folded(text + html.slice(at));
}

/** The end of the tag or comment; -1 if none begins here. One that is never closed ends with the text. */
function endOfTag(html: string, open: number): number {
  if (html.startsWith("<!--", open)) {
    const close = html.indexOf("-->", open + 4);
    return close === -1 ? html.length : close + 3;
  }
  if (!/[a-z/!?]/i.test(html[open + 1] ?? "")) return -1;
  const close = html.indexOf(">", open);
  return close === -1 ? html.length : close + 1;
}

function nameOf(html: string, open: number): string {
  return /^<\/?([a-z0-9]{1,20})/i.exec(html.slice(open, open + 24))?.[1]?.toLowerCase() ?? "";
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
