import { MARK, type ProductScan } from "./scan-product.js";

/** Bytes being made into a file, and how far. */
export interface Output {
  bytes: Buffer;
  at: number;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const POINT = 46;
const ZERO = 48;
const NATIVE_COPY_BYTES = 48;

/** Copies bytes as they are. */
export function copy(out: Output, from: Uint8Array, start: number, end: number): void {
  const { bytes } = out;
  if (end - start > NATIVE_COPY_BYTES && Buffer.isBuffer(from)) {
    out.at += from.copy(bytes, out.at, start, end);
    return;
  }
  let at = out.at;
  for (let i = start; i < end; i += 1) {
    bytes[at] = from[i] as number;
    at += 1;
  }
  out.at = at;
}

/** A JSON string as a cell of CSV: escapes undone, quoted where it must be. */
export function csvString(out: Output, from: Buffer, start: number, end: number, marks: number): void {
  if ((marks & (MARK.special | MARK.escape)) === 0) {
    copy(out, from, start, end);
    return;
  }
  const isQuoted = (marks & MARK.special) !== 0;
  if (isQuoted) put(out, QUOTE);
  if ((marks & MARK.escape) === 0) copy(out, from, start, end);
  else unescaped(out, from, start, end);
  if (isQuoted) put(out, QUOTE);
}

function unescaped(out: Output, from: Buffer, start: number, end: number): void {
  let done = start;
  for (let at = from.indexOf(BACKSLASH, start); at !== -1 && at < end; at = from.indexOf(BACKSLASH, done)) {
    copy(out, from, done, at);
    const letter = from[at + 1] as number;
    if (letter === QUOTE) put(out, QUOTE);
    put(out, UNESCAPED[letter] as number);
    done = at + 2;
  }
  copy(out, from, done, end);
}

const UNESCAPED = new Uint8Array(256).map((_, byte) => byte);
UNESCAPED["n".charCodeAt(0)] = 10;
UNESCAPED["r".charCodeAt(0)] = 13;
UNESCAPED["t".charCodeAt(0)] = 9;

/** JSON as a cell of CSV: quoted, its quotes doubled. */
export function csvJson(out: Output, from: Buffer, start: number, end: number): void {
  put(out, QUOTE);
  for (let i = start; i < end; i += 1) {
    const byte = from[i] as number;
    if (byte === QUOTE) put(out, QUOTE);
    put(out, byte);
  }
  put(out, QUOTE);
}

/** How many texts a JSON list holds; -1 when one has a comma or an escape, or is no text. */
export function plainItemCount(from: Buffer, start: number, end: number): number {
  let count = 0;
  let isInside = false;
  for (let i = start + 1; i < end - 1; i += 1) {
    const byte = from[i] as number;
    if (byte === QUOTE) {
      isInside = !isInside;
      if (isInside) count += 1;
    } else if (isInside ? byte === COMMA || byte === BACKSLASH : byte !== COMMA) return -1;
  }
  return count;
}

/** A list of plain texts as a cell of CSV, with commas between them; more than one need quotes. */
export function csvList(out: Output, from: Buffer, start: number, end: number, count: number): void {
  if (count > 1) put(out, QUOTE);
  for (let i = start + 1; i < end - 1; i += 1) {
    const byte = from[i] as number;
    if (byte !== QUOTE) put(out, byte);
  }
  if (count > 1) put(out, QUOTE);
}

/** An amount with exactly `decimals` of them; false when it has more. */
export function money(out: Output, from: Buffer, start: number, end: number, decimals: number): boolean {
  let point = end;
  for (let i = start; i < end; i += 1) if (from[i] === POINT) point = i;
  const given = point === end ? 0 : end - point - 1;
  if (given > decimals) return false;
  copy(out, from, start, end);
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
