import { isExactNumber, parseKeepingNumbers } from "@skucast/contracts/exact-numbers";
import { type ParsedElementInfo, Tokenizer, TokenParser } from "@streamparser/json";
import { FileFault } from "../file-fault.js";
import { createArrayFinder, createDepthCounter, findObject, JSON_LEVELS_MAX, type ObjectText } from "./json-objects.js";
import { repeatedMemberFault } from "./repeated-member.js";

/** A value with its name or place. */
export interface JsonValue {
  readonly value?: unknown;
  readonly key?: string | number | undefined;
  /** Why the value cannot be used, although it is well-formed. */
  readonly fault?: string | undefined;
}

interface Options {
  /** The names of the members around the values to report; none for those in the document itself. */
  readonly names: readonly string[];
  /** The bytes of the file before the document. Default: 0. */
  readonly bytesBefore?: number;
  /** Reports the value that has these names instead of those in it. */
  readonly isSingle?: boolean;
  readonly onValue: (element: JsonValue) => void;
}

/** A streaming JSON parser that keeps a number as its text if JavaScript would change it. Throws for text that is not JSON. */
export interface ExactJsonParser {
  readonly isEnded: boolean;
  /** Reads text, and returns what is behind the end of the document. Throws JsonError. */
  write(text: string): string;
}

/** Text that is not JSON: from the first byte that is not expected, counted from 0, and before it. */
export class JsonError extends Error {
  readonly position: number;
  readonly before: string;
  readonly after: string;
  constructor({ position, before, after }: Pick<JsonError, "position" | "before" | "after">) {
    super("not JSON");
    this.position = position;
    this.before = before.slice(-SHOWN_LENGTH_MAX);
    this.after = after.slice(0, SHOWN_LENGTH_MAX);
  }
}

const SHOWN_LENGTH_MAX = 60;

/** JSON's white space and commas before an object, and at the end of a text. */
const BEFORE_FIRST = /[ \t\n\r]*(?=\{)/y;
const BEFORE_NEXT = /[ \t\n\r]*,[ \t\n\r]*(?=\{)/y;
const NO_MORE = /^[ \t\n\r]*(?:,[ \t\n\r]*)?$/;
/** More white space is left to the streaming parser: it would be looked at again with each further chunk. */
const SEPARATOR_LENGTH_MAX = 1_000;
/** What the streaming parser reads in place of the objects before. */
const STAND_IN = "null";

/**
 * What is read: text before the array, objects in the array by JSON.parse, one of them by the streaming parser, or the rest of
 * the text by that.
 */
type State = "before" | "objects" | "object" | "rest";
/** The character that may end a state, in whose text it may occur more often. */
const LAST_CHARACTER = { before: "[", object: "}" } as const;

/**
 * Creates a parser. Objects in the array at the path, which most documents consist of, are found by their braces and parsed
 * by JSON.parse, which is three times as fast. The streaming parser reads what is before them, an object that the text has
 * only the beginning of, and everything from the first item on that is not a well-formed object: it finds all errors.
 */
export function createExactJsonParser({ names, bytesBefore = 0, isSingle = false, onValue }: Options): ExactJsonParser {
  const tokenizer = new ExactTokenizer();
  const values = new TokenParser({ paths: [selectorOf(isSingle ? names : [...names, ANY])], keepStack: false });
  const isAtNames = createNameCheck(names);
  const finder = isSingle ? undefined : createArrayFinder(names);
  let state: State = finder === undefined ? "rest" : "before";
  /** The comma and white space at the end of the text so far. */
  let separator = "";
  let objectCount = 0;
  let bytesSkipped = bytesBefore;
  let bytesStreamed = 0;
  /** Where the last token is in what was streamed. */
  let tokenAt = 0;
  let hasItem = false;
  let isStandIn = false;
  let failure: Error | undefined;
  const depthAfter = createDepthCounter();
  tokenizer.onToken = (token) => {
    tokenAt = token.offset;
    if (depthAfter(token) > JSON_LEVELS_MAX) throw new FileFault("The JSON in the file is nested too deeply.");
    values.write(token);
    if (state === "before") finder?.push(token);
  };
  tokenizer.onEnd = () => {
    if (!values.isEnded) values.end();
  };
  tokenizer.onError = (error) => {
    failure ??= error;
  };
  values.onError = (error) => tokenizer.error(error);
  values.onEnd = () => {
    if (!tokenizer.isEnded) tokenizer.end();
  };
  values.onValue = (element) => {
    if (isStandIn || !isAtNames(element)) return;
    if (state === "object") {
      state = "objects";
      objectCount += 1;
    }
    onValue(element);
  };

  /** Writes text to the streaming parser. If that ends the document, returns what is behind it. */
  function stream(text: string): string {
    const start = bytesStreamed;
    tokenizer.write(text);
    if (failure === undefined) {
      bytesStreamed += Buffer.byteLength(text);
      return "";
    }
    if (failure instanceof FileFault) throw failure;
    const bytes = Buffer.from(text);
    const at = Number(POSITION.exec(failure.message)?.[1] ?? tokenAt) - start;
    const before = bytes.subarray(0, at).toString();
    const after = bytes.subarray(at).toString();
    if (values.isEnded) return after;
    throw new JsonError({ position: bytesSkipped + start + at, before, after });
  }

  /** Leaves what follows to the streaming parser, which needs an item before the next comma. */
  function leave(next: "object" | "rest"): void {
    isStandIn = objectCount > 0 && !hasItem;
    if (isStandIn) {
      stream(STAND_IN);
      bytesSkipped -= STAND_IN.length;
      isStandIn = false;
    }
    hasItem = true;
    state = next;
  }

  /** Reads objects up to the first one that it leaves; returns the position after them. */
  function readObjects(text: string): number {
    let at = 0;
    for (;;) {
      const start = afterMatch(objectCount === 0 ? BEFORE_FIRST : BEFORE_NEXT, text, at);
      const found = start === undefined ? undefined : findObject(text, start);
      const value =
        start === undefined || found === undefined ? undefined : parsed(text.slice(start, found.end), found);
      if (found === undefined || value === undefined) {
        const isCut = start !== undefined && found === undefined;
        if (isCut) leave("object");
        else if (text.length - at <= SEPARATOR_LENGTH_MAX && NO_MORE.test(text.slice(at))) separator = text.slice(at);
        else leave("rest");
        return separator === "" ? at : text.length;
      }
      bytesSkipped += Buffer.byteLength(text.slice(at, found.end));
      const fault = repeatedMemberFault(text.slice(start, found.end), value, found.members);
      onValue({ value, key: objectCount, fault });
      objectCount += 1;
      at = found.end;
    }
  }

  /** Reads text by the state; returns the position after it. */
  function read(text: string): number {
    if (state === "objects") return readObjects(text);
    const end = state === "rest" ? text.length : text.indexOf(LAST_CHARACTER[state]) + 1 || text.length;
    const behind = stream(text.slice(0, end));
    if (behind !== "") return end - behind.length;
    if (state === "before" && finder?.isFound()) state = "objects";
    return end;
  }

  const isEnded = (): boolean => tokenizer.isEnded && values.isEnded;

  return {
    get isEnded() {
      return isEnded();
    },
    write(text) {
      let left = separator + text;
      separator = "";
      while (left !== "" && !isEnded()) left = left.slice(read(left));
      return left;
    },
  };
}

/** Where a character was not expected in what was streamed. */
const POSITION = /absolute position "(\d+)"/;

/** Stands for any name in a selector of the streaming parser. */
const ANY = "*";
/** Selectors cannot contain these names. */
const isSelectable = (name: string): boolean => name !== ANY && !name.includes(".");

const selectorOf = (names: readonly string[]): string =>
  ["$", ...names.map((name) => (isSelectable(name) ? name : ANY))].join(".");

/** Compares the names that the selector leaves open with those around a value. */
function createNameCheck(names: readonly string[]): (element: ParsedElementInfo) => boolean {
  const open = [...names.entries()].filter(([, name]) => !isSelectable(name));
  return ({ stack, key }) => open.every(([i, name]) => String(i + 1 < stack.length ? stack[i + 1]?.key : key) === name);
}

/** The position after the match of a sticky expression. */
function afterMatch(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}

/** The value of an object's text; undefined if it is not well-formed. */
function parsed(text: string, { hasLongNumbers }: ObjectText): object | undefined {
  try {
    return (hasLongNumbers ? parseKeepingNumbers(text) : JSON.parse(text)) as object;
  } catch {
    return undefined;
  }
}

class ExactTokenizer extends Tokenizer {
  /** The library recommends text for numbers that JavaScript cannot represent, although its type is number. */
  protected override parseNumber(text: string): number {
    return isExactNumber(text) ? Number(text) : (text as unknown as number);
  }
}
