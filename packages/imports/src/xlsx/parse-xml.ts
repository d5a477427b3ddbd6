import { SaxesParser } from "saxes";
import { FileFault } from "../file-fault.js";

type Attributes = Readonly<Record<string, string>>;

/** Callbacks for the parts of a document, in their order. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string, inside: string): void;
  close?(name: string): void;
}

const DEPTH_MAX = 16;

/** Creates a parser for a part of a workbook. Such parts have neither a DOCTYPE nor deeply nested elements. */
export function createXmlParser(handler: XmlHandler): { write(text: string): void } {
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", (error) => {
    throw new FileFault(`The workbook is not well-formed: ${error.message}.`);
  });
  parser.on("doctype", () => {
    throw new FileFault("The workbook has a DOCTYPE, which is not allowed.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    open.push(local);
    if (open.length > DEPTH_MAX) throw new FileFault("The workbook is nested too deeply.");
    handler.open?.(local, attributes);
  });
  parser.on("text", (text) => handler.text?.(text, open[open.length - 1] ?? ""));
  parser.on("closetag", () => {
    handler.close?.(open.pop() ?? "");
  });
  return { write: (text) => void parser.write(text) };
}

export async function parseXml(texts: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const parser = createXmlParser(handler);
  for await (const text of texts) parser.write(text);
}

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};
