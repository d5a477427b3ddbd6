/** Splits a list in one cell at commas, bars or line breaks. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[,|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The separator between two URLs, which may contain commas themselves. */
const BETWEEN_URLS = /\s*[,;|\s]\s*(?=[a-z][a-z0-9+.-]*:\/\/|\/\/)/i;
const ABSOLUTE = /^https?:\/\//i;

/** Splits a list of URLs or file names in one cell. */
export function urlsOf(text: string): string[] {
  const parts = ABSOLUTE.test(text) ? text.split(BETWEEN_URLS) : text.split(/[,;|\n]/);
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/[,;|]$/, "")
        .replaceAll("&amp;", "&"),
    )
    .filter((part) => part !== "");
}

/** Adds a prefix to a relative URL; an absolute one stays as it is. */
export function withPrefix(prefix: string, text: string): string {
  if (prefix === "" || ABSOLUTE.test(text)) return text;
  if (!ABSOLUTE.test(prefix)) return prefix + text;
  if (text.startsWith("//")) return `${prefix.slice(0, prefix.indexOf(":") + 1)}${text}`;
  if (prefix.endsWith("/") && text.startsWith("/")) return prefix + text.slice(1);
  const isHost = /^https?:\/\/[^/?#]+$/i.test(prefix);
  return isHost && !text.startsWith("/") ? `${prefix}/${text}` : prefix + text;
}
