/** A tag of HTML in a text. */
export interface HtmlTag {
  /** The element in lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** The index of the first character after the tag. */
  readonly end: number;
}

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button " +
    "canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset " +
    "figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins " +
    "kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup " +
    "option output p param path picture pre progress q rp rt ruby s samp script search section select slot small source " +
    "span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u " +
    "ul var video wbr"
  ).split(" "),
);
/** Elements of texts that were pasted from an office program. */
const OFFICE = /^(?:o|v|w|x|st1):/;

const TAG =
  /<(\/?)([a-z][a-z0-9:]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>|<(?:!doctype|\?xml)\b[^<>]*>/iy;
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?/g;
/** Attributes without a value that occur in texts. */
const BOOLEAN: ReadonlySet<string> = new Set(
  (
    "allowfullscreen async autofocus autoplay checked compact controls default defer disabled download hidden inert ismap " +
    "itemscope loop multiple muted nomodule noshade novalidate nowrap open playsinline readonly required reversed selected"
  ).split(" "),
);

/**
 * The tag that begins at an index of a text; undefined if none does. A tag has the name of an element of HTML and ends:
 * `vector<int>` and `a <b and c> d` have none. Takes time in proportion to the length of the tag.
 */
export function htmlTagAt(text: string, index: number): HtmlTag | undefined {
  TAG.lastIndex = index;
  const match = TAG.exec(text);
  if (match === null) return undefined;
  const [whole, slash = "", element, attributes = ""] = match;
  const name = element?.toLowerCase() ?? "";
  const isKnown = element === undefined || ELEMENTS.has(name) || OFFICE.test(name);
  return isKnown && hasAttributes(attributes) ? { name, isEnd: slash !== "", end: index + whole.length } : undefined;
}

const hasAttributes = (attributes: string): boolean =>
  attributes.trim() === "" ||
  Array.from(attributes.matchAll(ATTRIBUTE)).every(
    ([, name = "", value]) => value !== undefined || BOOLEAN.has(name.toLowerCase()) || name.startsWith("data-"),
  );

/** A text with another text instead of each tag. */
export function replaceHtmlTags(text: string, replacementOf: (tag: HtmlTag) => string): string {
  let replaced = "";
  let from = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", Math.max(from, at + 1))) {
    const tag = htmlTagAt(text, at);
    if (tag === undefined) continue;
    replaced += text.slice(from, at) + replacementOf(tag);
    from = tag.end;
  }
  return replaced + text.slice(from);
}
