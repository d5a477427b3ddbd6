const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const BLOCK_END = /<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr|\/ul|\/ol)\b[^<>]*>/gi;

/**
 * The text of an HTML fragment: without tags, comments, scripts and styles, its blocks on lines of their own. A tag ends
 * before the next one begins: otherwise each of many that are never closed would be looked for to the end of the text.
 */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(BLOCK_END, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/[ \t\r\u00a0]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
