import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { FileFault } from "../file-fault.js";
import { nameScore } from "../recognize-product.js";
import { localNameOf } from "../xml/xml-names.js";
import { createXmlTokenizer, XmlFault } from "../xml/xml-tokenizer.js";
import { skuOfVariants } from "./find-variants.js";

interface Kind {
  readonly depth: number;
  readonly path: string;
  /** The names of its attributes and inner elements. */
  readonly names: Set<string>;
  count: number;
}

/** The roots of RSS 2.0, RSS 1.0 and Atom 1.0, whose rows need no path. */
const FEEDS: ReadonlySet<string> = new Set(["rss", "RDF", "feed", "channel"]);
/** Google's fields have their form also in documents with another root. */
const GOOGLE = /xmlns:g=["']http:\/\/base\.google\.com\/ns/;

/** The products of a BMEcat catalog, whose prices look more like products: `ARTICLE` in versions 1.2 and 1.01, now `PRODUCT`. */
const BMECAT_ROW = /^BMECAT\/T_[A-Z_]+\/(?:ARTICLE|PRODUCT)$/;

/**
 * The path of the rows of an XML file, found in its beginning: the element with the most fields of products, otherwise the
 * outermost one that occurs more than once and has content. Undefined for RSS and Atom.
 */
export function findXmlRows(text: string): string | undefined {
  const { kinds, root, corrected } = elementsIn(text);
  if (FEEDS.has(root) || (GOOGLE.test(text) && [...kinds.values()].some(({ path }) => /\/(?:item|entry)$/.test(path))))
    return undefined;
  if (corrected !== undefined) return `/${corrected}`;
  const article = root === "BMECAT" ? [...kinds.values()].find(({ path }) => BMECAT_ROW.test(path)) : undefined;
  if (article !== undefined) return `/${article.path}`;
  const all = [...kinds.values()].filter(({ names }) => names.size > 0).slice(0, INNER_MAX);
  const inner = all.filter(({ depth }) => depth > 1);
  const found =
    productsIn(all) ?? inner.filter(({ count }) => count > 1).sort((a, b) => a.depth - b.depth)[0] ?? inner[0];
  return found && `/${found.path}`;
}

/** The paths, within the rows, of elements that may be variants. */
export function findXmlVariants(text: string, rows: string | undefined): string[] {
  if (rows === undefined) return [];
  const row = `${rows.split("/").filter(Boolean).join("/")}/`;
  return [...elementsIn(text).kinds.values()]
    .filter(({ path, names }) => names.size > 1 && path.startsWith(row))
    .slice(0, INNER_MAX)
    .map(({ path, names }) => ({ inner: path.slice(row.length), names: [...names] }))
    .filter(({ inner, names }) => skuOfVariants(inner, names) !== undefined)
    .slice(0, VARIANTS_MAX)
    .map(({ inner }) => inner);
}

/** Each of them is looked at by itself, and with each that may be variants the beginning of the file is read again. */
const INNER_MAX = 1_000;
const VARIANTS_MAX = 10;

/** The elements that look most like products, or a repeated element around them that is a product itself. */
function productsIn(kinds: readonly Kind[]): Kind | undefined {
  const known = kinds
    .map((kind) => ({ kind, score: nameScore([...kind.names]) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort((a, b) => b.score - a.score || a.kind.depth - b.kind.depth);
  const [best] = known;
  const around = known.find(({ kind }) => kind.count > 1 && best?.kind.path.startsWith(`${kind.path}/`));
  return (around ?? best)?.kind;
}

/** An id and a name are not enough: categories have them too. */
const SCORE_MIN = 3;

/** Rows are not below more elements than these. */
const DEPTH_MAX = 16;
const PATH_LENGTH_MAX = 1_000;

interface Elements {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly root: string;
  /** The path of the rows in a file of rows to correct, which may have only one. */
  readonly corrected: string | undefined;
}

function elementsIn(text: string): Elements {
  const kinds = new Map<string, Kind>();
  const open: string[] = [];
  let root = "";
  let corrected: string | undefined;
  const tokenizer = createXmlTokenizer({
    open(name, attributes) {
      kinds.get(open.join("/"))?.names.add(name);
      if (open.length === 0) root ||= name;
      open.push(name);
      if (open.length > DEPTH_MAX) throw new FileFault("The file is nested too deeply.");
      const path = open.join("/");
      // Each element in it costs its length.
      if (path.length > PATH_LENGTH_MAX) throw new FileFault("The names of elements are too long.");
      if (name === REASONS_COLUMN) corrected ??= open.slice(0, -1).join("/");
      const kind = kinds.get(path) ?? { depth: open.length, path, names: new Set(), count: 0 };
      kind.count += 1;
      for (const attribute of Object.keys(attributes ?? {})) kind.names.add(`@${localNameOf(attribute)}`);
      kinds.set(path, kind);
    },
    text: () => undefined,
    close() {
      open.pop();
    },
  });
  try {
    tokenizer.write(text);
  } catch (error) {
    // What precedes the fault says how to read the file; reading it reports the fault.
    if (!(error instanceof FileFault || error instanceof XmlFault)) throw error;
  }
  return { kinds, root, corrected };
}
