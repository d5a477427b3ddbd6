/** Where a text stops being JSON, and why; line and column count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const MARK = /[{}[\]:,]/y;
const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const BLANKS = /[ \t\n\r]*/y;

type State = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end";

const EXPECTED: Record<State, string> = {
  value: "a value",
  "value-or-end": "a value or ]",
  key: "a key in double quotes",
  "key-or-end": "a key in double quotes or }",
  colon: "a colon",
  "comma-or-end": "a comma or the closing bracket",
};

/**
 * Finds the place at which a text that JSON.parse refused breaks the grammar: the engine's own message names it for some
 * texts only, and quotes the text. Runs on refused bodies alone; without recursion, in one pass.
 */
export function findJsonFault(text: string): JsonFault {
  const open: string[] = [];
  let state: State = "value";
  let offset = matchEnd(BLANKS, text, 0) ?? 0;
  for (;;) {
    const end = tokenEnd(text, offset);
    if (end.broken !== undefined) return faultAt(text, end.broken, "a well-formed string");
    const next: State | "end" | null = end.at === null ? null : step(state, text.charAt(offset), open);
    if (next === null || end.at === null) return faultAt(text, offset, EXPECTED[state]);
    offset = matchEnd(BLANKS, text, end.at) ?? end.at;
    if (next === "end") return faultAt(text, offset, "the end of the document");
    state = next;
  }
}

/** The state after a token, known by its first character; "end" after the whole document, null when it does not fit. */
function step(state: State, first: string, open: string[]): State | "end" | null {
  const isValueState = state === "value" || state === "value-or-end";
  switch (first) {
    case "{":
    case "[":
      if (!isValueState) return null;
      open.push(first);
      return first === "{" ? "key-or-end" : "value-or-end";
    case "}":
    case "]": {
      const isEmpty = state === (first === "}" ? "key-or-end" : "value-or-end");
      if (!(isEmpty || state === "comma-or-end") || open.pop() !== (first === "}" ? "{" : "[")) return null;
      return afterValue(open);
    }
    case ":":
      return state === "colon" ? "value" : null;
    case ",":
      if (state !== "comma-or-end") return null;
      return open.at(-1) === "{" ? "key" : "value";
    default:
      if (state === "key" || state === "key-or-end") return first === '"' ? "colon" : null;
      return isValueState ? afterValue(open) : null;
  }
}

const afterValue = (open: readonly string[]): State | "end" => (open.length === 0 ? "end" : "comma-or-end");

interface TokenEnd {
  /** Offset behind the token, null when there is none. */
  readonly at: number | null;
  /** Offset at which a string breaks. */
  readonly broken?: number;
}

function tokenEnd(text: string, offset: number): TokenEnd {
  if (text.charAt(offset) === '"') return stringEnd(text, offset + 1);
  return { at: matchEnd(MARK, text, offset) ?? matchEnd(ATOM, text, offset) };
}

/** A loop, for a regular expression keeps a way back for each character of a long string. */
function stringEnd(text: string, start: number): TokenEnd {
  let offset = start;
  while (offset < text.length) {
    const character = text.charCodeAt(offset);
    if (character === 0x22) return { at: offset + 1 };
    if (character < 0x20) break;
    const end: number | null = character === 0x5c ? matchEnd(ESCAPE, text, offset) : offset + 1;
    if (end === null) break;
    offset = end;
  }
  return { at: null, broken: offset };
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function faultAt(text: string, offset: number, expected: string): JsonFault {
  const before = text.slice(0, offset);
  const isEnd = offset >= text.length;
  return {
    line: before.split("\n").length,
    column: offset - before.lastIndexOf("\n"),
    message: isEnd ? `it ends where ${expected} should follow` : `${expected} is expected`,
  };
}
