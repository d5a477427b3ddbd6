import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { SaxesParser } from "saxes";
import { FileFault } from "../file-fault.js";
import { entitiesWith } from "./html-entities.js";

interface Kind {
  readonly depth: number;
  readonly path: string;
  count: number;
  hasContent: boolean;
}

/**
 * The path of the rows of an XML file that is neither RSS nor Atom, found in its beginning: the outermost element that
 * occurs more than once and has content.
 */
export function findXmlRows(text: string): string | undefined {
  const kinds = new Map<string, Kind>();
  const open: string[] = [];
  /** The path of the rows in a file of rows to correct, which may have only one. */
  let corrected: string | undefined;
  const parser = new SaxesParser({ xmlns: false });
  parser.ENTITIES = entitiesWith(parser.ENTITIES);
  parser.on("error", () => {
    throw new FileFault("The file is not well-formed XML.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const parent = kinds.get(open.join("/"));
    if (parent) parent.hasContent = true;
    open.push(name.slice(name.indexOf(":") + 1));
    const path = open.join("/");
    if (open.at(-1) === REASONS_COLUMN) corrected ??= open.slice(0, -1).join("/");
    const kind = kinds.get(path) ?? { depth: open.length, path, count: 0, hasContent: false };
    kind.count += 1;
    kind.hasContent ||= Object.keys(attributes).length > 0;
    kinds.set(path, kind);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  try {
    parser.write(text);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
  }
  if (corrected !== undefined) return `/${corrected}`;
  const inner = [...kinds.values()].filter(({ depth, hasContent }) => depth > 1 && hasContent);
  const found = inner.filter(({ count }) => count > 1).sort((a, b) => a.depth - b.depth)[0] ?? inner[0];
  return found && `/${found.path}`;
}
