import { decodeEntities } from "./plain-text.js";

/**
 * Splits a list in one cell at commas, bars or line breaks. A comma behind a backslash belongs to its part, and so does all
 * that is in quotation marks around a part, as feeds have them.
 */
export const partsOf = (text: string): string[] =>
  (text.includes('"') ? quotedPartsOf(text) : splitAt(/[,|\n]/, text))
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A part in quotation marks, with inner ones doubled, or a part without separators. */
const PART = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,|\n]|$)|((?:\\,|[^,|\n])*))(?:[,|\n]|$)/gy;

const quotedPartsOf = (text: string): string[] =>
  Array.from(text.matchAll(PART), ([, quoted, plain = ""]) =>
    quoted === undefined ? plain.replaceAll("\\,", ",") : quoted.replaceAll('""', '"'),
  );

/** Splits text except at escaped commas, which lose their backslash. Few texts have one. */
const splitAt = (separator: RegExp, text: string): string[] =>
  text.includes("\\,")
    ? text
        .replaceAll("\\,", ESCAPED)
        .split(separator)
        .map((part) => part.replaceAll(ESCAPED, ","))
    : text.split(separator);

/** A character that no text has: control characters are removed before. */
const ESCAPED = "\u0000";

/** The place between two URLs, which may contain commas themselves: behind a separator, and before a scheme. */
const BETWEEN_URLS = /(?<=[,;|\s])(?=[a-z][a-z0-9+.-]*:\/\/|\/\/)/i;
const SEPARATOR = /[,;|\s]/;
const SPACE = /\s/;
const ABSOLUTE = /^https?:\/\//i;
/** What people write without its scheme: `www.shop.example/p/4`. */
const HOST = /^www\.[^\s/]+\.[a-z]{2,}(?=[/?#:]|$)/i;
/** Addresses that are no links to a web server, and no paths on one. */
const OTHER_SCHEME = /^(?:data|blob|file|ftps?|mailto|javascript|cid):/i;

/** Whether a link lacks the address of its server. */
export const isRelative = (url: string): boolean => !ABSOLUTE.test(url) && !HOST.test(url) && !OTHER_SCHEME.test(url);

/** Whether a cell has several links. A link may itself contain another one, and spaces. */
export const hasSeveralUrls = (text: string): boolean =>
  (text.includes("\n") || text.includes("://", FIRST_SCHEME)) && urlsOf(text).length > 1;

const FIRST_SCHEME = "https://".length;

/** Splits a list of URLs, file names or names in one cell. The semicolon of `&amp;` separates nothing. */
export function urlsOf(text: string): string[] {
  if (OTHER_SCHEME.test(text)) return [text];
  if (ATTACHMENTS.test(text)) return Array.from(text.matchAll(ATTACHED), ([, url = ""]) => url);
  const listed = text.startsWith("[") ? urlsInJson(text) : undefined;
  if (listed !== undefined) return listed;
  const parts = ABSOLUTE.test(text) ? text.split(BETWEEN_URLS) : splitAt(/[,;|\n]/, decodeEntities(text));
  return parts
    .map((part) => asUrl(withoutSeparators(part.trim()).replaceAll("&amp;", "&")))
    .filter((part) => part !== "");
}

/** Files with their URLs, as Airtable exports them: `a.jpg (https://…),b.jpg (https://…)`. */
const ATTACHMENTS = /^(?!https?:)[^,|]{1,300} \(https?:\/\/[^()\s]+\)(?:,|$)/;
const ATTACHED = /\((https?:\/\/[^()\s]+)\)/g;

/** WooCommerce writes the commas of a URL behind a backslash, which no URL has. */
const withoutEscapes = (url: string): string => (url.includes("\\,") ? url.replaceAll("\\,", ",") : url);

/** Text without the separators at its end. An expression would take quadratic time to find that others follow them. */
function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && SEPARATOR.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** An absolute URL with its scheme, and its spaces encoded, which names of files may have. */
export function asUrl(text: string): string {
  const whole = withoutEscapes(text);
  const url = HOST.test(whole) ? `https://${whole}` : whole;
  return SPACE.test(url) && ABSOLUTE.test(url) ? url.replace(/\s/g, "%20") : url;
}

/** The URLs in a list that a cell has as JSON; undefined for other text. */
function urlsInJson(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    const urls = Array.isArray(list) ? orderedLinks(list) : [];
    return urls.length > 0 && urls.every((url) => url !== undefined) ? urls : undefined;
  } catch {
    return undefined;
  }
}

const LINK_NAMES = ["url", "src", "href", "link", "image_url", "imageUrl", "url_standard", "contentUrl"];

/** The URL of an image in a list: text, or an object with the URL under a usual name. */
export function linkIn(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(item));
  return LINK_NAMES.map((name) => members.get(name)).find((link) => typeof link === "string");
}

/** The URLs of the images in a list, by their positions if all of them have one, which shops number from 0 or 1. */
export function orderedLinks(list: readonly unknown[]): (string | undefined)[] {
  const places = list.map(positionIn);
  if (places.some((place) => Number.isNaN(place))) return list.map(linkIn);
  const order = list.map((_item, i) => i).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  return order.map((i) => linkIn(list[i]));
}

const POSITION = /^(?:position|sort_?order|order|rank|index|sequence)$/i;

function positionIn(item: unknown): number {
  if (typeof item !== "object" || item === null) return Number.NaN;
  const position: unknown = Object.entries(item).find(([name]) => POSITION.test(name))?.[1];
  return typeof position === "number" || (typeof position === "string" && position !== "")
    ? Number(position)
    : Number.NaN;
}

/** A host without its scheme: `shop.example/`. */
const BARE_HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?=[/?#:]|$)/i;
/** The end of a prefix to which a path is added behind a slash: that of a host, or of a folder. */
const FOLDER_END = /[a-z\d]$/i;

/**
 * Adds a prefix to a relative URL, with one slash between them; an absolute one stays as it is, with its scheme. A prefix that
 * ends with another sign, such as `?id=`, is followed by the text.
 */
export function withPrefix(given: string, text: string): string {
  if (given === "" || !isRelative(text)) return asUrl(text);
  const prefix = BARE_HOST.test(given) ? `https://${given}` : given;
  if (!ABSOLUTE.test(prefix)) return prefix + text;
  if (text.startsWith("//")) return `${prefix.slice(0, prefix.indexOf(":") + 1)}${text}`;
  if (prefix.endsWith("/")) return prefix + text.replace(/^(?:\.?\/)/, "");
  return FOLDER_END.test(prefix) && !/^[/?#]/.test(text) ? `${prefix}/${text}` : prefix + text;
}
