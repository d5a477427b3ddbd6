import { createTextScanner } from "./text-scanner.js";
import { localNameOf, NAME } from "./xml-names.js";

/** Reads elements that have only text, and finds the same in them as a tokenizer. */
export interface PlainElements {
  /** Reads the element that begins at `at` and returns where it ends; -1 if it is not complete, or has something else. */
  read(xml: string, at: number): number;
  /** The name of the element that was read last, without its prefix and with it. */
  readonly name: string;
  readonly written: string;
  readonly text: string;
}

interface Known {
  readonly name: string;
  readonly written: string;
  readonly start: string;
  readonly end: string;
  /** The element that followed it the last time: rows of a file have the same elements. */
  next: Known | undefined;
}

/** A document has few different names; others are left to the tokenizer. */
const NAMES_MAX = 10_000;

export function createPlainElements(): PlainElements {
  const known = new Map<string, Known>();
  const texts = createTextScanner();
  let last: Known | undefined;

  /** The element whose tag begins at `at`. */
  function elementAt(xml: string, at: number): Known | undefined {
    const end = endOfName(xml, at + 1);
    if (xml.charCodeAt(end) !== GREATER) return undefined;
    const written = xml.slice(at + 1, end);
    return known.get(written) ?? added(written);
  }

  function added(written: string): Known | undefined {
    if (known.size >= NAMES_MAX || !NAME.test(written)) return undefined;
    const tags = { start: `<${written}>`, end: `</${written}>` };
    const element: Known = { name: localNameOf(written), written, ...tags, next: undefined };
    known.set(written, element);
    return element;
  }

  return {
    get name() {
      return last?.name ?? "";
    },
    get written() {
      return last?.written ?? "";
    },
    get text() {
      return texts.text;
    },
    read(xml, at) {
      const expected = last?.next;
      const isExpected = expected !== undefined && xml.startsWith(expected.start, at);
      const element = isExpected ? expected : elementAt(xml, at);
      if (element === undefined) return -1;
      const end = texts.read(xml, at + element.start.length, element.end);
      if (end === -1) return -1;
      if (last !== undefined) last.next = element;
      last = element;
      return end;
    },
  };
}

/** Where the name of a tag ends that begins at `from`. */
function endOfName(xml: string, from: number): number {
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (code <= SPACE || code === GREATER || code === SLASH || code === LESS) return at;
  }
  return xml.length;
}

const SPACE = 32;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
