import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { afterSpaceAttribute, createTextScanner } from "../xml/text-scanner.js";
import type { PartHandler } from "./parse-part.js";

/**
 * Collects the shared strings, to which cells refer by index. Formatted runs are joined; phonetic readings are ignored. Throws
 * FileFault if there are too many.
 */
export function createSharedStrings(): { readonly texts: readonly string[]; readonly handler: PartHandler } {
  const texts: string[] = [];
  let text = "";
  let bytes = 0;
  let isReading = false;
  const scanner = createTextScanner();

  function add(part: string): void {
    text += part;
    bytes += part.length;
    if (bytes > LIMITS.importSharedTextBytesMax) throw tooManyTexts();
  }

  function end(): void {
    if (texts.length >= TEXTS_MAX) throw tooManyTexts();
    texts.push(unescaped(copied(text)));
  }

  const handler: PartHandler = {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") isReading = true;
    },
    text: (part, inside) => {
      if (inside === "t" && !isReading) add(part);
    },
    close: (name) => {
      if (name === "rPh") isReading = false;
      if (name === "si") end();
    },
    ahead(xml, from, inside) {
      if (inside !== "sst") return from;
      for (let at = from; ; ) {
        const begin = xml.startsWith(START, at) ? afterSpaceAttribute(xml, at + START.length) : -1;
        const next = begin === -1 ? -1 : scanner.read(xml, begin + 1, END);
        if (next === -1) return at;
        text = "";
        add(scanner.text);
        end();
        at = next;
      }
    },
  };
  return { texts, handler };
}

/** A string without formatted runs. */
const START = "<si><t";
const END = "</t></si>";

/** Even empty texts take memory, and a small archive unpacks to millions of them. */
const TEXTS_MAX = 5_000_000;
const tooManyTexts = (): FileFault => new FileFault("The workbook has too many different texts; save it as CSV.");

/** A part of a string keeps all of it in memory: here whatever is around a text in a chunk of the file. */
const copied = (text: string): string => Buffer.from(text).toString();

const ESCAPED = /_x([0-9a-f]{4})_/gi;
/** Text with its escaped characters, which XML cannot contain, and carriage returns: `_x000D_` (ECMA-376, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
