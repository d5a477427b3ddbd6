import { TextDecoder } from "node:util";
import { LIMITS } from "@skucast/contracts/limits";
import { SaxesParser } from "saxes";
import { FileFault } from "../file-fault.js";
import type { RawRow, RowReader } from "../row.js";
import { rowTooLong, utf16Of } from "../text-blocks.js";
import { createChunkDecoder } from "../text-chunks.js";
import { entitiesWith } from "./html-entities.js";

/** The elements that contain a product in RSS 2.0 and Atom 1.0. */
const ITEMS: ReadonlySet<string> = new Set(["item", "entry"]);
const DEPTH_MAX = 8;

/**
 * Rows of an RSS 2.0 or Atom 1.0 file with Google's g: fields, or of any other XML file by the path of its rows. In that
 * case attributes and inner elements are members: `@sku`, `price@currency`, `stock/quantity`. Named characters of HTML are
 * read, because many shops write them into XML; a DOCTYPE is rejected.
 */
export const readXml: RowReader = async function* (chunks, { encoding, rows: path }) {
  const items = createItemParser(path?.split("/").filter(Boolean));
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
    return new TextDecoder(name).encoding;
  } catch {
    throw new FileFault(`The file declares the encoding ${name}, which is not supported.`);
  }
}

interface ItemParser {
  write(text: string): RawRow[];
  end(): RawRow[];
}

interface Open {
  readonly name: string;
  readonly attributes: Attributes;
  /** Undefined until an inner element ends: most elements have only text. */
  members: Map<string, unknown[]> | undefined;
  text: string;
}

type Attributes = readonly (readonly [name: string, value: string])[];
const NO_ATTRIBUTES: Attributes = [];

/** Collects the elements below each item: repeated ones as lists, nested ones as objects. */
function createItemParser(path: readonly string[] | undefined): ItemParser {
  let rows: RawRow[] = [];
  let open: Open[] = [];
  const outer: string[] = [];
  let itemLine = 0;
  let place = 0;
  let itemAt = 0;
  let tagAt = 0;
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.ENTITIES = entitiesWith(parser.ENTITIES);

  const isRow = (name: string): boolean =>
    path === undefined
      ? ITEMS.has(name)
      : outer.length === path.length - 1 && name === path.at(-1) && outer.every((one, i) => one === path[i]);

  parser.on("error", (error) => {
    throw new FileFault(`The file is not well-formed XML: ${error.message}.`);
  });
  parser.on("doctype", () => {
    throw new FileFault("The file has a DOCTYPE, which is not allowed.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    tagAt = parser.position;
    if (open.length === 0) {
      if (!isRow(local)) {
        outer.push(local);
        if (outer.length > DEPTH_MAX) throw new FileFault("The file is nested too deeply.");
        return;
      }
      place = parser.line === itemLine ? place + 1 : 0;
      itemLine = parser.line;
      itemAt = parser.position;
    }
    if (open.length >= DEPTH_MAX) throw new FileFault(`An item on line ${itemLine} is nested too deeply.`);
    // Atom has the URL in an attribute.
    const text = path === undefined && local === "link" ? (attributes.href ?? "") : "";
    open.push({
      name: local,
      attributes: path === undefined ? NO_ATTRIBUTES : own(attributes),
      members: undefined,
      text,
    });
  });
  const onText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const closed = open.pop();
    tagAt = parser.position;
    if (!closed) {
      outer.pop();
      return;
    }
    const parent = open.at(-1);
    if (!parent) {
      const members = path === undefined ? membersOf(closed.members) : flatMembersOf(closed);
      rows.push({ line: itemLine, ...(place > 0 && { place }), members });
      return;
    }
    const value = closed.members ? membersOf(closed.members) : closed.text.trim();
    parent.members ??= new Map();
    const values = parent.members.get(closed.name);
    if (values) values.push(value);
    else parent.members.set(closed.name, [value]);
    for (const [name, text] of closed.attributes) parent.members.set(`${closed.name}@${name}`, [text]);
  });

  const takeRows = () => {
    const complete = rows;
    rows = [];
    if (open.length > 0 && parser.position - itemAt > LIMITS.importRowBytesMax) throw rowTooLong();
    if (parser.position - tagAt > LIMITS.importRowBytesMax)
      throw new FileFault(`A tag, or the text between two tags, is longer than ${LIMITS.importRowBytesMax} bytes.`);
    return complete;
  };
  return {
    write(text) {
      parser.write(text);
      return takeRows();
    },
    end() {
      parser.close();
      open = [];
      return takeRows();
    },
  };
}

/** An element that occurs once is a value; one that occurs more than once is a list. */
function membersOf(members: Open["members"]): Record<string, unknown> {
  if (members === undefined) return {};
  const all = members as Map<string, unknown>;
  for (const [name, values] of members) if (values.length === 1) all.set(name, values[0]);
  return Object.fromEntries(all);
}

function own(attributes: Readonly<Record<string, string>>): Attributes {
  const all = Object.entries(attributes);
  return all.length === 0 ? NO_ATTRIBUTES : all.map(([name, value]) => [localName(name), value]);
}

/** Members of inner elements by their path, so that they can be used as columns: `stock/quantity`. */
function flatMembersOf(row: Open): Record<string, unknown> {
  const flat = new Map<string, unknown>(row.attributes.map(([name, value]) => [`@${name}`, value]));
  const add = (members: Record<string, unknown>, before: string): void => {
    for (const [name, value] of Object.entries(members)) {
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        add(value as Record<string, unknown>, `${before}${name}/`);
      else flat.set(before + name, value);
    }
  };
  add(membersOf(row.members), "");
  if (row.members === undefined && row.text.trim() !== "") flat.set(row.name, row.text.trim());
  return Object.fromEntries(flat);
}

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};
