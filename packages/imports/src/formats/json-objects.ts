import { EXACT_LENGTH_MAX } from "@skucast/contracts/exact-numbers";
import { TokenType } from "@streamparser/json";

/** Finds the beginning of an array by the tokens of a document. */
export interface ArrayFinder {
  push(token: { readonly token: TokenType; readonly value?: unknown }): void;
  /** Whether the last token has opened the array. */
  isFound(): boolean;
}

/** `names` are those of the members around the array; none if it is the document. */
export function createArrayFinder(names: readonly string[]): ArrayFinder {
  /** The name of the current member in each open object; undefined in arrays. */
  const open: unknown[] = [];
  let text: unknown;
  let isFound = false;
  return {
    push({ token, value }) {
      isFound =
        token === TokenType.LEFT_BRACKET && open.length === names.length && names.every((name, i) => name === open[i]);
      if (token === TokenType.STRING) text = value;
      else if (token === TokenType.COLON) open[open.length - 1] = text;
      else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) open.push(undefined);
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) open.pop();
    },
    isFound: () => isFound,
  };
}

/** Far more levels than files of products have. Each takes memory and time, and a file can consist of nothing else. */
export const JSON_LEVELS_MAX = 500;

/** Counts the open arrays and objects after each token of a document. */
export function createDepthCounter(): (token: { readonly token: TokenType }) => number {
  let depth = 0;
  return ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    return depth;
  };
}

const QUOTE = 34;
const BACKSLASH = 92;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;
const COLON = 58;
const ZERO = 48;
const NINE = 57;
const POINT = 46;
const CAPITAL_E = 69;
const SMALL_E = 101;

/** The text of an object. */
export interface ObjectText {
  /** The position after it. */
  readonly end: number;
  /** Whether it may have numbers that JavaScript would change: with many digits, or an exponent. */
  readonly hasLongNumbers: boolean;
  /** The members of all objects in it. */
  readonly members: number;
}

/** Finds the end of an object, if it is well-formed; undefined if the text ends before. Runs for every character. */
export function findObject(text: string, start: number): ObjectText | undefined {
  let depth = 0;
  let digits = 0;
  let hasLongNumbers = false;
  let members = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= ZERO && code <= NINE) || code === POINT) {
      digits += 1;
      if (digits > EXACT_LENGTH_MAX) hasLongNumbers = true;
      continue;
    }
    if (digits > 0 && (code === SMALL_E || code === CAPITAL_E)) hasLongNumbers = true;
    digits = 0;
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at === -1) return undefined;
    } else if (code === COLON) members += 1;
    else if (code === LEFT_BRACE) depth += 1;
    else if (code === RIGHT_BRACE) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, hasLongNumbers, members };
    }
  }
  return undefined;
}

/** The position of the quote that closes a string; -1 if the text ends before. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return -1;
}
