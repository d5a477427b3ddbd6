import { LIMITS } from "@skucast/contracts/limits";
import { encodingNamed } from "../encodings/create-decoder.js";
import { FileFault } from "../file-fault.js";
import { LANGUAGE_ATTRIBUTES } from "../mapping/locale-columns.js";
import type { RawRow, RowReader } from "../row.js";
import { rowTooLong, utf16Of } from "../text-blocks.js";
import { createChunkDecoder } from "../text-chunks.js";
import { createPlainElements } from "../xml/plain-elements.js";
import { setOwn } from "../xml/set-own.js";
import { localNameOf } from "../xml/xml-names.js";
import { createXmlTokenizer, type Attributes as XmlAttributes, XmlFault } from "../xml/xml-tokenizer.js";

/** The elements that contain a product in RSS 2.0 and Atom 1.0. */
const ITEMS: ReadonlySet<string> = new Set(["item", "entry"]);
/** Google's fields in a feed. */
const GOOGLE = /^https?:\/\/base\.google\.com\/ns\//;
const DEPTH_MAX = 8;

/**
 * Rows of an RSS 2.0 or Atom 1.0 file with Google's g: fields, or of any other XML file by the path of its rows. In that
 * case attributes and inner elements are members: `@sku`, `price@currency`, `stock/quantity`. Named characters of HTML are
 * read, because many shops write them into XML; a DOCTYPE with definitions is rejected.
 */
export const readXml: RowReader = async function* (chunks, { encoding, rows: path, variants }) {
  const items = createItemParser(path?.split("/").filter(Boolean), variants?.split("/"));
  let used = "";
  let decode: ReturnType<typeof createChunkDecoder> | undefined;
  for await (const chunk of chunks) {
    used ||= encoding ?? xmlEncodingOf(chunk);
    decode ??= createChunkDecoder(used);
    const rows = items.write(textOf(decode, chunk, used));
    if (rows.length > 0) yield rows;
  }
  yield items.end();
};

function textOf(decode: ReturnType<typeof createChunkDecoder>, chunk: Buffer, encoding: string): string {
  try {
    return decode(chunk);
  } catch {
    throw new FileFault(`The file is not valid ${encoding} text; specify its encoding.`);
  }
}

/** The encoding of an XML file by its byte order mark or its declaration; UTF-8 without either (XML 1.0, appendix F). */
export function xmlEncodingOf(chunk: Buffer): string {
  const declared = /^<\?xml[^>]*?encoding=["']([\w.:-]+)["']/i.exec(chunk.subarray(0, 200).toString("latin1"))?.[1];
  const name = utf16Of(chunk) ?? declared ?? "utf-8";
  try {
    return encodingNamed(name);
  } catch {
    throw new FileFault(`The file declares the encoding ${name}, which is not supported.`);
  }
}

interface ItemParser {
  write(text: string): RawRow[];
  end(): RawRow[];
}

type Members = Record<string, unknown>;

interface Open {
  readonly name: string;
  readonly attributes: Attributes;
  /** Undefined until an inner element ends: most elements have only text. */
  members: Members | undefined;
  text: string;
  /** Which of several elements with this name counts. */
  readonly rank: Rank;
  /** The ranks of `members`, unless they are those of the document's own vocabulary. */
  ranks: Map<string, Rank> | undefined;
}

/** A document may have a field as Google's, as its own, and in another vocabulary: `g:title`, `title`, `media:title`. */
type Rank = 0 | 1 | 2;
const OTHER: Rank = 0;
const OWN: Rank = 1;
const GOOGLES: Rank = 2;

type Attributes = readonly (readonly [name: string, value: string])[];
const NO_ATTRIBUTES: Attributes = [];

/** Collects the elements below each item: repeated ones as lists, nested ones as objects. */
function createItemParser(path: readonly string[] | undefined, variants: readonly string[] | undefined): ItemParser {
  let rows: RawRow[] = [];
  const open: Open[] = [];
  const outer: string[] = [];
  let itemLine = 0;
  let place = 0;
  let itemAt = 0;
  let google = "g:";
  const plain = createPlainElements();

  /** Atom has links to other things than the product, which say so. */
  function rankOf(name: string, written: string, attributes: XmlAttributes | null): Rank {
    if (written.startsWith(google)) return GOOGLES;
    const isOther = path === undefined && name === "link" && (attributes?.rel ?? "alternate") !== "alternate";
    return isOther || written !== name ? OTHER : OWN;
  }

  const isRow = (name: string): boolean =>
    path === undefined
      ? ITEMS.has(name)
      : outer.length === path.length - 1 && name === path.at(-1) && outer.every((one, i) => one === path[i]);

  /** Whether an element, when it ends, is one of the variants of its row. */
  const isVariant = (name: string): boolean =>
    variants !== undefined &&
    open.length === variants.length &&
    name === variants.at(-1) &&
    variants.slice(0, -1).every((outerName, i) => open[i + 1]?.name === outerName);

  function addTo(parent: Open, closed: Open): void {
    if (isVariant(closed.name)) addVariant(parent, closed);
    else addElement(parent, closed);
  }

  /** Reads inner elements at `from` that have only text, and returns where the last one ends. */
  function readPlain(xml: string, from: number): number {
    const parent = open[open.length - 1];
    if (parent === undefined || open.length >= DEPTH_MAX) return from;
    let at = from;
    for (let begin = from; ; begin = afterBlanks(xml, at)) {
      const end = plain.read(xml, begin);
      if (end === -1) return at;
      const { name, written, text } = plain;
      const rank = rankOf(name, written, null);
      addTo(parent, { name, attributes: NO_ATTRIBUTES, members: undefined, text, rank, ranks: undefined });
      at = end;
    }
  }

  const tokenizer = createXmlTokenizer({
    ahead: readPlain,
    open(name, attributes, written) {
      if (attributes !== null) google = prefixOf(GOOGLE, attributes) ?? google;
      if (open.length === 0) {
        if (!isRow(name)) {
          outer.push(name);
          if (outer.length > DEPTH_MAX) throw new FileFault("The file is nested too deeply.");
          return;
        }
        const line = tokenizer.line();
        place = line === itemLine ? place + 1 : 0;
        itemLine = line;
        itemAt = tokenizer.position();
      }
      if (open.length >= DEPTH_MAX) throw new FileFault(`An item on line ${itemLine} is nested too deeply.`);
      // Atom has the URL in an attribute.
      const text = path === undefined && name === "link" ? (attributes?.href ?? "") : "";
      open.push({
        name,
        attributes: path === undefined || attributes === null ? NO_ATTRIBUTES : own(attributes),
        members: undefined,
        text,
        rank: rankOf(name, written, attributes),
        ranks: undefined,
      });
    },
    text(text) {
      const current = open[open.length - 1];
      // Between inner elements there are only line breaks.
      if (current !== undefined && current.members === undefined) current.text += text;
    },
    close() {
      const closed = open.pop();
      if (!closed) {
        outer.pop();
        return;
      }
      const parent = open[open.length - 1];
      if (parent) {
        addTo(parent, closed);
        return;
      }
      const members = path === undefined ? (closed.members ?? {}) : flatMembersOf(closed);
      rows.push(place > 0 ? { line: itemLine, place, members } : { line: itemLine, members });
    },
  });

  function reading(step: () => void): RawRow[] {
    try {
      step();
    } catch (error) {
      throw faultOf(error);
    }
    const complete = rows;
    rows = [];
    if (open.length > 0 && tokenizer.written() - itemAt > LIMITS.importRowBytesMax) throw rowTooLong();
    if (tokenizer.written() - tokenizer.position() > LIMITS.importRowBytesMax)
      throw new FileFault(`A tag, or the text between two tags, is longer than ${LIMITS.importRowBytesMax} bytes.`);
    return complete;
  }
  return { write: (text) => reading(() => tokenizer.write(text)), end: () => reading(() => tokenizer.end()) };
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof XmlFault)) return error;
  return error.reason === "doctype"
    ? new FileFault("The file has a DOCTYPE with definitions, such as entities, which is not allowed. Remove it.")
    : new FileFault(`The file is not well-formed XML: ${error.message}.`);
}

/** The prefix of a vocabulary that an element declares, with its colon. */
function prefixOf(vocabulary: RegExp, attributes: XmlAttributes): string | undefined {
  const declared = Object.keys(attributes).find(
    (name) => name.startsWith("xmlns:") && vocabulary.test(attributes[name] ?? ""),
  );
  return declared && `${declared.slice("xmlns:".length)}:`;
}

/** Attributes of which each of several elements has its own: links, and those that say what the text of the element is. */
const LINKS: ReadonlySet<string> = new Set(["url", "href", "src"]);
const OF_TEXT: ReadonlySet<string> = new Set([...LANGUAGE_ATTRIBUTES, "name"]);

/**
 * An element that occurs once is a value; one that occurs more than once is a list, and so are the languages of its texts,
 * their names and links, and other attributes that differ. Of elements with different ranks, the highest one that is not
 * empty counts.
 */
function addElement(parent: Open, { name, attributes, members: inner, text, rank }: Open): void {
  parent.members ??= {};
  const { members, ranks } = parent;
  const value = inner ?? text.trim();
  let known = Object.hasOwn(members, name) ? members[name] : undefined;
  const before = known === undefined ? rank : (ranks?.get(name) ?? OWN);
  if (before !== rank) {
    if (value === "" || (before > rank && known !== "")) return;
    delete members[name];
    known = undefined;
  }
  if (rank === OWN) ranks?.delete(name);
  else {
    parent.ranks ??= new Map();
    parent.ranks.set(name, rank);
  }
  // An element that has only attributes is none of the columns.
  if (Array.isArray(known)) known.push(value);
  else if (known !== undefined) setOwn(members, name, [known, value]);
  else if (value !== "" || attributes.length === 0) setOwn(members, name, value);
  for (const [attribute, given] of attributes) {
    const column = `${name}@${attribute}`;
    const others = Object.hasOwn(members, column) ? members[column] : undefined;
    const isRepeated =
      others !== undefined &&
      (LINKS.has(attribute) || (known !== undefined && (OF_TEXT.has(attribute) || others !== given)));
    if (isRepeated && Array.isArray(others)) others.push(given);
    else setOwn(members, column, isRepeated ? [others, given] : given);
  }
}

/** Variants are a list with their attributes, even if there is only one. */
function addVariant(parent: Open, variant: Open): void {
  parent.members ??= {};
  const known = Object.hasOwn(parent.members, variant.name) ? parent.members[variant.name] : undefined;
  const members = flatMembersOf(variant);
  if (Array.isArray(known)) known.push(members);
  else setOwn(parent.members, variant.name, [members]);
}

function own(attributes: XmlAttributes): Attributes {
  return Object.entries(attributes).map(([name, value]) => [localNameOf(name), value]);
}

/** Members of inner elements by their path, so that they can be used as columns: `stock/quantity`. */
function flatMembersOf(row: Open): Members {
  if (row.attributes.length === 0 && row.members !== undefined && !Object.values(row.members).some(isMembers))
    return row.members;
  const flat: Members = {};
  for (const [name, value] of row.attributes) flat[`@${name}`] = value;
  const add = (members: Members, before: string): void => {
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (isMembers(value)) add(value, `${before}${name}/`);
      else setOwn(flat, before + name, value);
    }
  };
  if (row.members !== undefined) add(row.members, "");
  else if (row.text.trim() !== "") setOwn(flat, row.name, row.text.trim());
  return flat;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where blank text ends, which has no meaning between elements. */
function afterBlanks(xml: string, from: number): number {
  let at = from;
  while (isBlank(xml.charCodeAt(at))) at += 1;
  return at;
}

/** The characters of blank text (XML 1.0, 2.3). */
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;
