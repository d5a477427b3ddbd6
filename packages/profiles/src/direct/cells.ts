import { MARK, type ProductScan } from "./scan-product.js";
import { placeOf, type Source, viewOf } from "./source.js";

/** Bytes being made into a file, and how far. */
export interface Output {
  bytes: Buffer;
  /** The same bytes as words. */
  view: DataView;
  at: number;
}

/** An output that begins at a place of a block of memory. */
export const outputAt = (bytes: Buffer, at: number): Output => ({ bytes, view: viewOf(bytes), at });

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const POINT = 46;
const ZERO = 48;

/** Copies bytes as they are, four at a time: a call of the engine for each cell would cost more than the copy. */
export function copy(out: Output, from: DataView, start: number, end: number): void {
  const { view } = out;
  let at = out.at;
  let next = start;
  for (; next + 4 <= end; next += 4) {
    view.setInt32(at, from.getInt32(next));
    at += 4;
  }
  for (; next < end; next += 1) {
    view.setUint8(at, from.getUint8(next));
    at += 1;
  }
  out.at = at;
}

/** Copies all of some bytes. */
export const copyAll = (out: Output, from: DataView): void => copy(out, from, 0, from.byteLength);

/** A JSON string as a cell of CSV: escapes undone, quoted where it must be. */
export function csvString(out: Output, from: Source, start: number, end: number, marks: number): void {
  const isQuoted = (marks & MARK.special) !== 0 || placeOf(",", from, start) < end;
  if (isQuoted) put(out, QUOTE);
  if ((marks & MARK.escape) === 0) copy(out, from.view, start, end);
  else unescaped(out, from, start, end);
  if (isQuoted) put(out, QUOTE);
}

function unescaped(out: Output, { bytes, view }: Source, start: number, end: number): void {
  let done = start;
  for (let at = bytes.indexOf(BACKSLASH, start); at !== -1 && at < end; at = bytes.indexOf(BACKSLASH, done)) {
    copy(out, view, done, at);
    const letter = bytes[at + 1] as number;
    if (letter === QUOTE) put(out, QUOTE);
    put(out, UNESCAPED[letter] as number);
    done = at + 2;
  }
  copy(out, view, done, end);
}

const UNESCAPED = new Uint8Array(256).map((_, byte) => byte);
UNESCAPED["n".charCodeAt(0)] = 10;
UNESCAPED["r".charCodeAt(0)] = 13;
UNESCAPED["t".charCodeAt(0)] = 9;

/** JSON as a cell of CSV: quoted, its quotes doubled. */
export function csvJson(out: Output, { bytes }: Source, start: number, end: number): void {
  put(out, QUOTE);
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) put(out, QUOTE);
    put(out, byte);
  }
  put(out, QUOTE);
}

/** How many texts a JSON list holds; -1 when one has a comma or an escape, or is no text. */
export function plainItemCount(product: Source, start: number, end: number): number {
  const { bytes } = product;
  if (placeOf("\\", product, start) < end) return -1;
  let count = 0;
  let at = start + 1;
  while (bytes[at] === QUOTE) {
    const close = placeOf('"', product, at + 1);
    if (placeOf(",", product, at) < close) return -1;
    count += 1;
    at = close + 1;
    if (bytes[at] !== COMMA) break;
    at += 1;
  }
  return at === end - 1 ? count : -1;
}

/** A list of `count` plain texts as a cell of CSV, with commas between them; more than one need quotes. */
export function csvList(out: Output, product: Source, start: number, count: number): void {
  if (count > 1) put(out, QUOTE);
  let at = start + 2;
  for (let item = 0; item < count; item += 1) {
    if (item > 0) put(out, COMMA);
    const close = placeOf('"', product, at);
    copy(out, product.view, at, close);
    at = close + '","'.length;
  }
  if (count > 1) put(out, QUOTE);
}

/** An amount with exactly `decimals` of them; false when it has more. */
export function money(out: Output, from: Source, start: number, end: number, decimals: number): boolean {
  let point = end;
  for (let i = start; i < end; i += 1) if (from.bytes[i] === POINT) point = i;
  const given = point === end ? 0 : end - point - 1;
  if (given > decimals) return false;
  copy(out, from.view, start, end);
  if (decimals > 0 && given === 0) put(out, POINT);
  for (let i = given; i < decimals; i += 1) put(out, ZERO);
  return true;
}

/** A plain decimal as a number, without a string made of it. */
export function amountAt(from: Buffer, start: number, end: number): number {
  let digits = 0;
  let scale = 1;
  let hasPoint = false;
  for (let i = start; i < end; i += 1) {
    const byte = from[i] as number;
    if (byte === POINT) hasPoint = true;
    else {
      digits = digits * 10 + (byte - ZERO);
      if (hasPoint) scale *= 10;
    }
  }
  return digits / scale;
}

export function put(out: Output, byte: number): void {
  out.bytes[out.at] = byte;
  out.at += 1;
}

/** Whether two fields hold the same bytes. */
export function areSame({ starts, ends }: ProductScan, from: Buffer, one: number, other: number): boolean {
  const [start, otherStart] = [starts[one] as number, starts[other] as number];
  const length = (ends[one] as number) - start;
  if (length !== (ends[other] as number) - otherStart) return false;
  for (let i = 0; i < length; i += 1) if (from[start + i] !== from[otherStart + i]) return false;
  return true;
}
