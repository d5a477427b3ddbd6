// Functions on bytes in memory, sixteen at a time. They may read past the end of the given range.

export const QUOTE: u8 = 34;
export const COMMA: u8 = 44;
export const COLON: u8 = 58;
export const BACKSLASH: u8 = 92;
export const POINT: u8 = 46;
export const ZERO: u8 = 48;
export const LINE_FEED: u8 = 10;
export const HASH: u8 = 35;
export const AMPERSAND: u8 = 38;
export const LESS_THAN: u8 = 60;
export const QUESTION_MARK: u8 = 63;
export const OPEN_BRACE: u8 = 123;
export const CLOSE_BRACE: u8 = 125;
export const OPEN_BRACKET: u8 = 91;
export const CLOSE_BRACKET: u8 = 93;

const WIDTH: usize = 16;

/** The position of the next such byte; `end` if there is none before it. */
export function placeOf(byte: u8, start: usize, end: usize): usize {
  const wanted = i8x16.splat(byte);
  for (let at = start; at < end; at += WIDTH) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min(at + ctz(found), end);
  }
  return end;
}

/** Whether two ranges have the same bytes. */
export function areEqual(one: usize, other: usize, length: i32): bool {
  const end = one + length;
  while (one + WIDTH <= end) {
    if (v128.any_true(v128.xor(v128.load(one), v128.load(other)))) return false;
    one += WIDTH;
    other += WIDTH;
  }
  const rest = (end - one) as i32;
  if (rest === 0) return true;
  const same = i8x16.bitmask(i8x16.eq(v128.load(one), v128.load(other)));
  return (~same & ((1 << rest) - 1)) === 0;
}

/** The position at which the next byte is written. */
export let out: usize = 0;

export function writeFrom(at: usize): void {
  out = at;
}

/** Writes bytes. Up to fifteen bytes after them are written as well; the next write replaces them. */
export function copy(start: usize, length: i32): void {
  const end = start + length;
  let to = out;
  for (let at = start; at < end; at += WIDTH) {
    v128.store(to, v128.load(at));
    to += WIDTH;
  }
  out += length;
}

/** Counts bytes as written that are already in place. */
export function advance(length: i32): void {
  out += length;
}

export function put(byte: u8): void {
  store<u8>(out, byte);
  out += 1;
}
