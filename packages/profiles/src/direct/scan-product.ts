import { isEqual, placeOf, type Source, viewOf } from "./source.js";

/** What a scanned value is, by bits. */
export const MARK = {
  /** A JSON string; the span is what stands between its quotes. */
  string: 1,
  /** A JSON object or array; the span includes its brackets. */
  nested: 2,
  /** A number, true or false. */
  plain: 4,
  /** Has an escape. */
  escape: 8,
  /** In CSV the value needs quotes, as it has a quote or a line break; whether it has a comma is looked at there. */
  special: 16,
} as const;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

/** Escapes that are followed here; one with code points (`\u`) is left to the JSON parser. */
const ESCAPE_MARKS = new Int8Array(256).fill(-1);
for (const letter of ['"', "n", "r"]) ESCAPE_MARKS[letter.charCodeAt(0)] = MARK.escape | MARK.special;
for (const letter of ["t", "\\"]) ESCAPE_MARKS[letter.charCodeAt(0)] = MARK.escape;

/** Where the values of one product's fields lie in the bytes of its JSON. Reused for each product. */
export interface ProductScan {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 0 for a field that the product does not have. */
  readonly marks: Uint8Array;
  /** Looks through one JSON object; false when it has anything but what our own writing of products makes. */
  read(product: Source, start: number, end: number): boolean;
}

/**
 * A scanner for the named fields of products as they are stored: compact JSON, written by JSON.stringify. It makes no
 * objects and one text, which is what costs most of the time of a parser, and leaps from quote to quote.
 */
export function createScan(fields: readonly string[]): ProductScan {
  const starts = new Int32Array(fields.length);
  const ends = new Int32Array(fields.length);
  const marks = new Uint8Array(fields.length);
  const keys = createKeys(fields);

  function read(product: Source, start: number, end: number): boolean {
    const { bytes } = product;
    marks.fill(0);
    escapeAt = placeOf("\\", product, start);
    let at = start + 1;
    let previous = 0;
    while (at < end && bytes[at] === QUOTE) {
      const key = keys.numberAt(product, at + 1, previous);
      if (key === 0) return false;
      previous = key;
      at = valueAt(product, at + 1 + keys.lengthOf(key) + 2, end, key);
      if (at === -1) return false;
      if (bytes[at] !== COMMA) break;
      at += 1;
    }
    return at === end - 1;
  }

  /** Notes the value that begins here; answers where it is over, or -1. */
  function valueAt(product: Source, at: number, end: number, key: number): number {
    const first = product.bytes[at];
    if (first === QUOTE) {
      const read = readString(product, at + 1, end);
      if (read < 0) return -1;
      note(key, at + 1, read, MARK.string | stringMarks);
      return read + 1;
    }
    const isNested = first === 123 || first === 91;
    const over = isNested ? skipNested(product, at, end) : skipPlain(product.bytes, at, end);
    if (over !== -1) note(key, at, over, isNested ? MARK.nested : MARK.plain);
    return over;
  }

  function note(key: number, start: number, end: number, mark: number): void {
    const field = key - 1;
    if (field < 0 || field >= fields.length) return;
    starts[field] = start;
    ends[field] = end;
    marks[field] = mark;
  }

  return { starts, ends, marks, read };
}

/** What the last string had in it: a second result without an object for it. */
let stringMarks = 0;
/** The next escape of the product; most have none. */
let escapeAt = Number.POSITIVE_INFINITY;

/** The place of the string's closing quote, or -1. */
function readString(product: Source, start: number, end: number): number {
  stringMarks = 0;
  let close = placeOf('"', product, start);
  while (escapeAt < close) {
    const mark = ESCAPE_MARKS[product.bytes[escapeAt + 1] as number] as number;
    if (mark === -1) return -1;
    stringMarks |= mark;
    const after = escapeAt + 2;
    if (close < after) close = placeOf('"', product, after);
    escapeAt = placeOf("\\", product, after);
  }
  return close < end ? close : -1;
}

function skipNested(product: Source, start: number, end: number): number {
  const { bytes } = product;
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = readString(product, at + 1, end);
      if (at === -1) return -1;
    } else if (byte === 123 || byte === 91) depth += 1;
    else if (byte === 125 || byte === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Numbers, true and false; null and exponents are left to the JSON parser. */
function skipPlain(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] === 110) return -1;
  const isNumber = (bytes[start] as number) < 58;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === 125) return at;
    if (isNumber && (byte === 101 || byte === 69)) return -1;
  }
  return -1;
}

/** More different keys than this no product has; a product with one more is parsed. */
const KEYS_MAX = 256;
const KEY_LENGTH_MAX = 100;

/**
 * Numbers for keys: a field's place from 1, higher ones for what is not asked for. Products list their fields in the
 * same order, so a guess from the key before is right nearly always, and then no key is looked for or made a string of.
 */
function createKeys(fields: readonly string[]) {
  const numbers = new Map(fields.map((field, i) => [field, i + 1]));
  /** Each with the quote and the colon after it. */
  const names = ["", ...fields].map((name) => viewOf(Buffer.from(`${name}":`)));
  const followers = new Int32Array(KEYS_MAX);

  return {
    lengthOf: (key: number): number => (names[key] as DataView).byteLength - 2,
    /** The number of the key that begins here; 0 when it is none. */
    numberAt({ bytes, view }: Source, start: number, previous: number): number {
      const guess = followers[previous] as number;
      if (guess > 0 && isEqual(view, start, names[guess] as DataView)) return guess;
      const end = bytes.subarray(start, start + KEY_LENGTH_MAX).indexOf(QUOTE) + start;
      if (end < start || bytes[end + 1] !== COLON) return 0;
      const text = bytes.toString("latin1", start, end);
      let number = numbers.get(text);
      if (number === undefined) {
        if (names.length >= KEYS_MAX || text === "" || text.includes("\\")) return 0;
        number = names.push(viewOf(Buffer.from(`${text}":`, "latin1"))) - 1;
        numbers.set(text, number);
      }
      followers[previous] = number;
      return number;
    },
  };
}
