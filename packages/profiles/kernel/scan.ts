import {
  areEqual,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  placeOf,
  QUOTE,
} from "./bytes";
import { Bytes, Plan } from "./plan";

/** What a scanned value is, by bits. */
export const STRING: i32 = 1;
/** An object or array; the span includes its brackets. */
export const NESTED: i32 = 2;
/** A number, true or false. */
export const PLAIN: i32 = 4;
/** Has an escape. */
export const ESCAPE: i32 = 8;
/** In CSV the value needs quotes. */
export const SPECIAL: i32 = 16;

/** How many different keys are remembered. A product with a further key is parsed. */
const KEYS_MAX: i32 = 256;
const KEY_LENGTH_MAX: i32 = 100;

/** A scanned value: its position, and its marks, which are 0 for a field that the product does not have. */
@unmanaged
export class Value {
  start: usize;
  end: usize;
  marks: i32;

  get length(): i32 {
    return (this.end - this.start) as i32;
  }
}

const values = memory.data(KEYS_MAX * offsetof<Value>());

export function valueIn(field: i32): Value {
  return changetype<Value>(values + field * offsetof<Value>());
}

/**
 * Keys have numbers: from 1 the fields of the plan, then all others. Products list their fields in the same order, so the
 * key that followed the previous key last time is nearly always right, and no key needs to be searched for.
 */
const keys = memory.data(KEYS_MAX * offsetof<Bytes>());
const followers = memory.data(KEYS_MAX * sizeof<i32>());
/** Names of keys that are not in the plan. */
const met = memory.data(KEYS_MAX * (KEY_LENGTH_MAX + 16));
let metEnd: usize = met;
let keyCount: i32 = 1;
let fieldCount: i32 = 0;

/** After a key's name come its closing quote and the colon. */
const AFTER_KEY: i32 = 2;

function keyOf(number: i32): Bytes {
  return changetype<Bytes>(keys + number * offsetof<Bytes>());
}

export function lookFor(plan: Plan): void {
  fieldCount = plan.fieldCount;
  for (let field = 0; field < fieldCount; field += 1) {
    const name = changetype<Bytes>(plan.fields + field * offsetof<Bytes>());
    addKey(name.at, name.length);
  }
}

function addKey(at: usize, length: i32): i32 {
  const key = keyOf(keyCount);
  key.at = at;
  key.length = length;
  keyCount += 1;
  return keyCount - 1;
}

/**
 * Scans one stored product: compact JSON, written by JSON.stringify. False when it contains anything that our own code does
 * not write.
 */
export function scan(start: usize, end: usize): bool {
  memory.fill(values, 0, fieldCount * offsetof<Value>());
  let at = start + 1;
  let previous = 0;
  while (at < end && load<u8>(at) === QUOTE) {
    const key = keyAt(at + 1, end, previous);
    if (key === 0) return false;
    previous = key;
    at = valueAt(at + 1 + keyOf(key).length, end, key);
    if (at === 0) return false;
    if (load<u8>(at) !== COMMA) break;
    at += 1;
  }
  return at === end - 1;
}

/** The number of the key that begins here; 0 if there is none. */
function keyAt(at: usize, end: usize, previous: i32): i32 {
  const guess = load<i32>(followers + previous * sizeof<i32>());
  if (guess > 0) {
    const key = keyOf(guess);
    if (areEqual(at, key.at, key.length)) return guess;
  }
  const close = placeOf(QUOTE, at, min(end, at + KEY_LENGTH_MAX));
  const length = (close - at) as i32;
  if (length === 0 || load<u8>(close) !== QUOTE || load<u8>(close + 1) !== COLON) return 0;
  if (placeOf(BACKSLASH, at, close) !== close) return 0;
  const number = knownKey(at, length + AFTER_KEY) || meet(at, length + AFTER_KEY);
  store<i32>(followers + previous * sizeof<i32>(), number);
  return number;
}

function knownKey(at: usize, length: i32): i32 {
  for (let number = 1; number < keyCount; number += 1) {
    const key = keyOf(number);
    if (key.length === length && areEqual(at, key.at, length)) return number;
  }
  return 0;
}

function meet(at: usize, length: i32): i32 {
  if (keyCount === KEYS_MAX) return 0;
  memory.copy(metEnd, at, length);
  const number = addKey(metEnd, length);
  metEnd += length;
  return number;
}

/** Records the value that begins here; returns its end, or 0. */
function valueAt(at: usize, end: usize, key: i32): usize {
  const first = load<u8>(at);
  if (first === QUOTE) {
    const close = readString(at + 1, end);
    if (close === 0) return 0;
    note(key, at + 1, close, STRING | stringMarks);
    return close + 1;
  }
  const isNested = first === OPEN_BRACE || first === OPEN_BRACKET;
  const over = isNested ? skipNested(at, end) : skipPlain(at, end);
  if (over !== 0) note(key, at, over, isNested ? NESTED : PLAIN);
  return over;
}

function note(key: i32, start: usize, end: usize, marks: i32): void {
  if (key > fieldCount) return;
  const value = valueIn(key - 1);
  value.start = start;
  value.end = end;
  value.marks = marks;
}

/** The marks of the string read last. */
export let stringMarks: i32 = 0;

/** The position of the closing quote of the string that begins here; 0 if the product must be parsed. */
export function readString(start: usize, end: usize): usize {
  stringMarks = 0;
  let at = start;
  while (at < end) {
    const bytes = v128.load(at);
    const commas = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(COMMA)));
    const found = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))));
    if (found === 0) {
      if (commas !== 0) stringMarks |= SPECIAL;
      at += 16;
      continue;
    }
    const offset = ctz(found);
    if ((commas & ((1 << offset) - 1)) !== 0) stringMarks |= SPECIAL;
    at += offset;
    if (at >= end) return 0;
    if (load<u8>(at) === QUOTE) return at;
    const marks = marksOfEscape(load<u8>(at + 1));
    if (marks === 0) return 0;
    stringMarks |= marks;
    at += 2;
  }
  return 0;
}

/** The marks of a supported escape. Products with others, such as those for code points, are parsed. */
function marksOfEscape(letter: u8): i32 {
  switch (letter) {
    case 34: // a quote
    case 110: // n
    case 114: // r
      return ESCAPE | SPECIAL;
    case 92: // a backslash
    case 116: // t
      return ESCAPE;
    default:
      return 0;
  }
}

function skipNested(start: usize, end: usize): usize {
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    if (byte === QUOTE) {
      at = readString(at + 1, end);
      if (at === 0) return 0;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return 0;
}

/** Numbers, true and false. Products with null or exponents are parsed. */
function skipPlain(start: usize, end: usize): usize {
  const first = load<u8>(start);
  if (first === 110) return 0;
  const isNumber = first < COLON;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    if (byte === COMMA || byte === CLOSE_BRACE) return at;
    if (isNumber && (byte === 101 || byte === 69)) return 0;
  }
  return 0;
}
