import type { Steps } from "@skucast/contracts/steps";

/** The position and reason of a JSON syntax error. Line and column start at 1. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const CHARACTERS_PER_STEP = 30_000;
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
 * Finds the position of the syntax error in a text that JSON.parse rejected. The engine's own message has a position
 * only for some texts, and quotes the text. Runs only for rejected bodies, in one pass without recursion, in steps.
 */
export function* searchJsonSyntaxError(text: string): Steps<JsonSyntaxError> {
  const open: string[] = [];
  let state: State = "value";
  let offset = matchEnd(BLANKS, text, 0) ?? 0;
  let pauseAt = CHARACTERS_PER_STEP;
  for (;;) {
    if (offset >= pauseAt) {
      yield;
      pauseAt = offset + CHARACTERS_PER_STEP;
    }
    const end = tokenEnd(text, offset);
    if (end.broken !== undefined) return syntaxErrorAt(text, end.broken, "a well-formed string");
    const next: State | "end" | null = end.at === null ? null : step(state, text.charAt(offset), open);
    if (next === null || end.at === null) return syntaxErrorAt(text, offset, EXPECTED[state]);
    offset = matchEnd(BLANKS, text, end.at) ?? end.at;
    if (next === "end") return syntaxErrorAt(text, offset, "the end of the document");
    state = next;
  }
}

/**
 * The state after a token with this first character; "end" after the whole document, null if the token is not allowed.
 */
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
  /** Offset after the token; null if there is none. */
  readonly at: number | null;
  /** Offset of the error in a string. */
  readonly broken?: number;
}

function tokenEnd(text: string, offset: number): TokenEnd {
  if (text.charAt(offset) === '"') return stringEnd(text, offset + 1);
  return { at: matchEnd(MARK, text, offset) ?? matchEnd(ATOM, text, offset) };
}

/** A loop, because a regular expression keeps backtracking state for each character of a long string. */
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

function syntaxErrorAt(text: string, offset: number, expected: string): JsonSyntaxError {
  const before = text.slice(0, offset);
  const isEnd = offset >= text.length;
  return {
    line: before.split("\n").length,
    column: offset - before.lastIndexOf("\n"),
    message: isEnd ? `it ends where ${expected} should follow` : `${expected} is expected`,
  };
}
