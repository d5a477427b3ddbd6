const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote br dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul".split(
    " ",
  ),
);
/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template"]);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  copy: "©",
  deg: "°",
  euro: "€",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  times: "×",
  trade: "™",
};

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

function folded(text: string): string {
  return text
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,10});/gi, (whole, name: string) => entity(name) ?? whole)
    .split("\n")
    .map((line) => line.replace(/[ \t\r\u00a0]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES[name];
  const isHex = name[1] === "x" || name[1] === "X";
  const point = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
