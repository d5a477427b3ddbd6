import { LIMITS } from "@skucast/contracts/limits";
import { characterOf, REFERENCE } from "./character-references.js";
import { setOwn } from "./set-own.js";
import { localNameOf, NAME } from "./xml-names.js";

export type Attributes = Readonly<Record<string, string>>;

/** Called for what a document consists of, in its order. */
export interface XmlHandler {
  /**
   * An element begins. `name` is without its prefix, `written` and the names of `attributes` are not; null if there are no
   * attributes.
   */
  open(name: string, attributes: Attributes | null, written: string): void;
  /** Text in an element, or a part of it, with its references replaced; also the content of CDATA. */
  text(text: string): void;
  close(name: string): void;
  /**
   * Called where a tag begins in an element, if it is given. Reads whole elements from there on that are well-formed and of a
   * kind that it knows, and returns where the last one ends; `at` if it reads none.
   */
  ahead?(xml: string, at: number): number;
}

export interface XmlTokenizer {
  write(text: string): void;
  /** Throws if the document is not complete. */
  end(): void;
  /** The line on which the last tag begins, from 1. */
  line(): number;
  /** How many characters precede the last tag. */
  position(): number;
  /** How many characters were written. */
  written(): number;
}

/** Why a document cannot be read: it is not well-formed, or it has a DOCTYPE with definitions. */
export class XmlFault extends Error {
  readonly reason: "syntax" | "doctype";
  constructor(reason: "syntax" | "doctype", message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Splits an XML document (XML 1.0) into tags and text. Throws XmlFault if it is not well-formed. What shops' templates
 * often get wrong without a loss is accepted: an `&` that begins no reference stands for itself, and blank text may precede
 * the declaration. Nothing expands: a DOCTYPE that names a definition is read over, and one that has definitions is a fault. A token that is not complete waits in memory, so the
 * caller limits the distance between tags (`written`).
 */
export function createXmlTokenizer(handler: XmlHandler): XmlTokenizer {
  /** What was written and is not read yet begins at `at`. */
  let buffer = "";
  let at = 0;
  let charsBefore = 0;
  let lines = 1;
  /** The next line break that was not counted. */
  let breakAt = -1;
  let endsWithReturn = false;
  let hasRoot = false;
  let hasDoctype = false;
  let isFirstTag = true;
  /** The open elements as they are written, and without their prefixes. */
  const open: string[] = [];
  const openLocals: string[] = [];
  /** Names that were checked, and what they are without their prefixes. */
  const locals = new Map<string, string>();

  function line(): number {
    while (breakAt !== -1 && breakAt < at) {
      lines += 1;
      breakAt = buffer.indexOf("\n", breakAt + 1);
    }
    return lines;
  }

  function fail(message: string): never {
    throw new XmlFault("syntax", `line ${line()}: ${message}`);
  }

  function localOf(name: string): string {
    const known = locals.get(name);
    if (known !== undefined) return known;
    if (!NAME.test(name)) fail(`${shown(name)} is not a name`);
    const local = localNameOf(name);
    if (locals.size < NAMES_MAX) locals.set(name, local);
    return local;
  }

  function readText(to: number): void {
    const raw = buffer.slice(at, to);
    if (open.length === 0) {
      if (raw.trim() !== "") fail(hasRoot ? "text follows the last element" : "text precedes the first element");
      return;
    }
    if (raw.includes("]]>")) fail("]]> is in text");
    handler.text(raw.includes("&") ? withCharacters(raw) : raw);
  }

  const withCharacters = (raw: string): string =>
    raw.replace(REFERENCE, (reference) => characterOf(reference) ?? fail(`${shown(reference)} is no character`));

  /** Reads the tag at `at` and returns its end; -1 if it is not complete. */
  function readTag(): number {
    switch (buffer.charCodeAt(at + 1)) {
      case SLASH:
        return readClosing();
      case EXCLAMATION:
        return readDeclaration();
      case QUESTION:
        return readInstruction();
      default:
        return readOpening();
    }
  }

  function readClosing(): number {
    const name = open[open.length - 1];
    if (name === undefined) return fail("an end tag has no element");
    const after = at + 2 + name.length;
    if (buffer.charCodeAt(after) === GREATER && buffer.startsWith(name, at + 2)) {
      leave();
      return after + 1;
    }
    const end = buffer.indexOf(">", at);
    if (end === -1) return -1;
    const given = buffer.slice(at + 2, end).trimEnd();
    if (given !== name) return fail(`</${shown(given)}> follows <${shown(name)}>, which is not closed`);
    leave();
    return end + 1;
  }

  function readDeclaration(): number {
    if (buffer.startsWith("<!--", at)) {
      const end = buffer.indexOf("--", at + 4);
      if (end === -1 || end + 2 >= buffer.length) return -1;
      return buffer.charCodeAt(end + 2) === GREATER ? end + 3 : fail("-- is in a comment");
    }
    if (buffer.startsWith("<![CDATA[", at)) {
      if (open.length === 0) return fail("CDATA is outside of the elements");
      const end = buffer.indexOf("]]>", at + 9);
      if (end === -1) return -1;
      handler.text(buffer.slice(at + 9, end));
      return end + 3;
    }
    if (buffer.startsWith("<!DOCTYPE", at)) return readDoctype();
    const given = buffer.slice(at, at + 9);
    return DECLARATIONS.some((begin) => begin.startsWith(given)) ? -1 : fail(`${shown(given)} begins nothing`);
  }

  /** Reads over a DOCTYPE that only names a definition, which is never loaded. */
  function readDoctype(): number {
    if (hasRoot || hasDoctype) return fail("a DOCTYPE does not precede the first element");
    DOCTYPE.lastIndex = at;
    if (DOCTYPE.test(buffer)) {
      hasDoctype = true;
      return DOCTYPE.lastIndex;
    }
    DOCTYPE_BEGINNING.lastIndex = at;
    const [beginning = ""] = DOCTYPE_BEGINNING.exec(buffer) ?? [];
    const next = buffer.charAt(at + beginning.length);
    if (next === "[") throw new XmlFault("doctype", "a DOCTYPE with definitions");
    return next === "" || /^["']/.test(next) ? -1 : fail("a DOCTYPE is not complete");
  }

  function readInstruction(): number {
    const end = buffer.indexOf("?>", at + 2);
    if (end === -1) return -1;
    const target = /[^\s?]*/y.exec(buffer.slice(at + 2, end))?.[0] ?? "";
    if (!NAME.test(target)) fail("an instruction has no name");
    if (target.toLowerCase() === "xml" && !isFirstTag) fail("an XML declaration is not at the beginning");
    return end + 2;
  }

  function readOpening(): number {
    let end = at + 1;
    for (; end < buffer.length; end += 1) {
      const code = buffer.charCodeAt(end);
      if (code <= SPACE || code === GREATER || code === SLASH || code === LESS) break;
    }
    if (end >= buffer.length) return -1;
    const name = buffer.slice(at + 1, end);
    if (buffer.charCodeAt(end) !== GREATER) return readAttributes(name, end);
    enter(name, null);
    return end + 1;
  }

  /** Reads the tag of an element from the end of its name on. */
  function readAttributes(name: string, nameEnd: number): number {
    let attributes: Record<string, string> | null = null;
    let count = 0;
    for (let place = nameEnd; ; ) {
      const begin = afterBlanks(place);
      const code = buffer.charCodeAt(begin);
      if (code === GREATER) {
        enter(name, attributes);
        return begin + 1;
      }
      if (code === SLASH && begin + 1 < buffer.length) {
        if (buffer.charCodeAt(begin + 1) !== GREATER) fail("/ is in a tag");
        enter(name, attributes);
        leave();
        return begin + 2;
      }
      const equals = buffer.indexOf("=", begin);
      const quoteAt = afterBlanks(equals + 1);
      if (equals === -1 || quoteAt >= buffer.length) return -1;
      if (begin === place) fail("a space is missing in a tag");
      const attribute = buffer.slice(begin, equals).trimEnd();
      localOf(attribute);
      const quote = buffer.charAt(quoteAt);
      if (quote !== '"' && quote !== "'") fail(`the value of ${shown(attribute)} is not in quotes`);
      const close = buffer.indexOf(quote, quoteAt + 1);
      if (close === -1) return -1;
      attributes ??= {};
      count += 1;
      if (count > ATTRIBUTES_MAX) fail(`a tag has more than ${ATTRIBUTES_MAX} attributes`);
      if (Object.hasOwn(attributes, attribute)) fail(`${shown(attribute)} occurs twice in a tag`);
      setOwn(attributes, attribute, attributeValue(buffer.slice(quoteAt + 1, close)));
      place = close + 1;
    }
  }

  function attributeValue(raw: string): string {
    if (raw.includes("<")) fail("< is in the value of an attribute");
    const plain = raw.includes("\n") || raw.includes("\t") ? raw.replace(/[\n\t]/g, " ") : raw;
    return plain.includes("&") ? withCharacters(plain) : plain;
  }

  function afterBlanks(from: number): number {
    let place = from;
    while (buffer.charCodeAt(place) <= SPACE) place += 1;
    return place;
  }

  function enter(name: string, attributes: Attributes | null): void {
    if (open.length === 0) {
      if (hasRoot) fail("a second element follows the first");
      hasRoot = true;
    }
    const local = localOf(name);
    open.push(name);
    openLocals.push(local);
    handler.open(local, attributes, name);
  }

  function leave(): void {
    open.pop();
    handler.close(openLocals.pop() ?? "");
  }

  /** Line ends become line feeds (XML 1.0, 2.11). A carriage return at the end waits for the next character. */
  function withLineFeeds(given: string): string {
    const whole = endsWithReturn ? `\r${given}` : given;
    endsWithReturn = whole.endsWith("\r");
    return (endsWithReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, "\n");
  }

  function append(given: string): void {
    const fresh = endsWithReturn || given.includes("\r") ? withLineFeeds(given) : given;
    if (FORBIDDEN.test(fresh)) fail("a control character");
    line();
    charsBefore += at;
    buffer = at === buffer.length ? fresh : buffer.slice(at) + fresh;
    at = 0;
    breakAt = buffer.indexOf("\n");
  }

  function readTokens(): void {
    for (;;) {
      const start = buffer.indexOf("<", at);
      if (start === -1) return;
      if (start > at) readText(start);
      at = start;
      if (handler.ahead !== undefined && open.length > 0) {
        at = handler.ahead(buffer, start);
        if (at > start) continue;
      }
      const end = start + 1 < buffer.length ? readTag() : -1;
      if (end === -1) return;
      at = end;
      isFirstTag = false;
    }
  }

  return {
    write(given) {
      append(given);
      readTokens();
    },
    end() {
      if (endsWithReturn) append("\n");
      if (open.length > 0) fail(`<${shown(open.at(-1) ?? "")}> is not closed`);
      if (!hasRoot) fail("there is no element");
      if (buffer.slice(at).trim() !== "") fail("text follows the last element");
    },
    line,
    position: () => charsBefore + at,
    written: () => charsBefore + buffer.length,
  };
}

/** A document has few different names; others are checked each time. */
const NAMES_MAX = 10_000;
/** Each could become a column. */
const ATTRIBUTES_MAX = LIMITS.importColumnsMax;
const shown = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** A DOCTYPE without an internal subset, and the part of one that precedes it (XML 1.0, 2.8). */
const DOCTYPE = /<!DOCTYPE\s+[^\s<>[\]"']+(?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+(?:"[^"]*"|'[^']*'))?\s*>/y;
const DOCTYPE_BEGINNING = /<!DOCTYPE(?:[^<>[\]"']|"[^"]*"|'[^']*')*/y;
const DECLARATIONS = ["<!--", "<![CDATA[", "<!DOCTYPE"];
/** What is no character of a document (XML 1.0, 2.2). Decoders return no halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const SPACE = 32;
const EXCLAMATION = 33;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const QUESTION = 63;
