import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { rowTooLong } from "../text-blocks.js";
import { type Attributes, createXmlTokenizer, XmlFault } from "../xml/xml-tokenizer.js";

/** Callbacks for the parts of a document, in their order. */
export interface PartHandler {
  /** `name` is without its prefix, `written` is not. */
  open?(name: string, attributes: Attributes, written: string): void;
  text?(text: string, inside: string): void;
  close?(name: string): void;
  /** Reads elements ahead, like that of the tokenizer; called where they may have two levels of inner elements. */
  ahead?(xml: string, at: number, inside: string): number;
}

const DEPTH_MAX = 16;
/** The levels of an element that is read ahead. */
const DEPTH_AHEAD = 3;
const NO_ATTRIBUTES: Attributes = {};

/** Creates a parser for a part of a workbook. Such parts have neither definitions nor deeply nested elements. */
export function createPartParser(handler: PartHandler): { write(text: string): void } {
  const open: string[] = [];
  const { ahead } = handler;
  const tokenizer = createXmlTokenizer({
    open(name, attributes, written) {
      open.push(name);
      if (open.length > DEPTH_MAX) throw new FileFault("The workbook is nested too deeply.");
      handler.open?.(name, attributes ?? NO_ATTRIBUTES, written);
    },
    text: (text) => handler.text?.(text, open[open.length - 1] ?? ""),
    close(name) {
      open.pop();
      handler.close?.(name);
    },
    ...(ahead && {
      ahead: (xml, at) => (open.length <= DEPTH_MAX - DEPTH_AHEAD ? ahead(xml, at, open[open.length - 1] ?? "") : at),
    }),
  });
  return {
    write(text) {
      try {
        tokenizer.write(text);
      } catch (error) {
        throw faultOf(error);
      }
      if (tokenizer.written() - tokenizer.position() > LIMITS.importRowBytesMax) throw rowTooLong();
    },
  };
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof XmlFault)) return error;
  return error.reason === "doctype"
    ? new FileFault("The workbook has a DOCTYPE with definitions, which is not allowed.")
    : new FileFault(`The workbook is not well-formed: ${error.message}.`);
}

export async function parsePart(texts: AsyncIterable<string>, handler: PartHandler): Promise<void> {
  const parser = createPartParser(handler);
  for await (const text of texts) parser.write(text);
}
