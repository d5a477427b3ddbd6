import { EXACT_LENGTH_MAX, isExactNumber } from "@skucast/contracts/exact-numbers";
import { LIMITS } from "@skucast/contracts/limits";
import type { Steps } from "@skucast/contracts/steps";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** An object or list that is too long to be parsed at once. */
export interface Container {
  /** Offsets of its first bracket, and after its last one. */
  readonly start: number;
  readonly end: number;
  /** All that is in it, cut at commas. */
  readonly pieces: readonly Piece[];
}

/** Some members of an object, or entries of a list. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** If the piece is one member or entry that is too long to be parsed at once, its value. */
  readonly child: Container | null;
  /** Whether every number of it is represented exactly, without the child. */
  readonly isExact: boolean;
}

export interface Scanned {
  readonly isTooDeep: boolean;
  /** Whether it has more objects and lists than may be parsed. */
  readonly hasTooMany: boolean;
  /** Whether every number is represented exactly. */
  readonly isExact: boolean;
  /** The members of all objects, if the document is well-formed. */
  readonly members: number;
  /** Whether it has a bracket too many or too few. If not, it may still be malformed. */
  readonly isUnbalanced: boolean;
  /** The document, if it is long. */
  readonly root: Container | null;
}

/** What is longer is parsed in pieces of about this length, each in a millisecond or two. */
const PIECE_BYTES = 64_000;
const SCANNED_AT_ONCE = 128_000;

/**
 * Checks brackets and numbers outside of strings before anything is parsed, so that deep nesting costs no memory, and finds
 * where a long document can be cut.
 */
export function* scanJson(bytes: Buffer): Steps<Scanned> {
  const scanner = new Scanner(bytes);
  for (let to = SCANNED_AT_ONCE; !scanner.scan(Math.min(to, bytes.length)); to += SCANNED_AT_ONCE) yield;
  return scanner;
}

/** The open objects and lists of a long document, by their depth. */
class Open {
  readonly starts = new Uint32Array(LIMITS.jsonDepthMax + 1);
  /** Where the last piece of each starts, and its last member or entry. */
  readonly pieceFrom = new Uint32Array(LIMITS.jsonDepthMax + 1);
  readonly memberFrom = new Uint32Array(LIMITS.jsonDepthMax + 1);
  readonly pieces: Piece[][] = Array.from({ length: LIMITS.jsonDepthMax + 1 }, () => []);
  /** The value of the last member or entry, if it is a container. */
  readonly children = new Array<Container | null>(LIMITS.jsonDepthMax + 1).fill(null);
}

class Scanner implements Scanned {
  readonly #bytes: Buffer;
  readonly #open: Open | null;
  #at = 0;
  #isInString = false;
  #depth = 0;
  #containers = 0;
  #inexactAt = -1;
  isTooDeep = false;
  hasTooMany = false;
  members = 0;
  isUnbalanced = false;
  root: Container | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#open = bytes.length < PIECE_BYTES ? null : new Open();
  }

  get isExact(): boolean {
    return this.#inexactAt === -1;
  }

  /** Continues to an offset, or a few bytes further. Returns whether it has ended. */
  scan(to: number): boolean {
    const bytes = this.#bytes;
    const open = this.#open;
    let isInString = this.#isInString;
    let i = this.#at;
    for (; i < to; i += 1) {
      const byte = bytes[i] ?? 0;
      if (isInString) {
        if (byte === BACKSLASH) i += 1;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === COMMA) {
        if (open !== null) this.#cut(open, i);
      } else if (byte === 0x7b || byte === 0x5b) {
        if (!this.#enter(open, i)) return true;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (!this.#leave(open, i)) return true;
      } else if (byte === COLON) this.members += 1;
      else if (isDigit(byte)) {
        const end = numberEnd(bytes, i);
        if (!isExactAt(bytes, i, end)) this.#inexactAt = i;
        i = end - 1;
      }
    }
    this.#at = i;
    this.#isInString = isInString;
    if (i < bytes.length) return false;
    this.isUnbalanced = this.#depth > 0;
    return true;
  }

  #enter(open: Open | null, at: number): boolean {
    this.#depth += 1;
    this.#containers += 1;
    this.isTooDeep = this.#depth > LIMITS.jsonDepthMax;
    this.hasTooMany = this.#containers > LIMITS.jsonContainersMax;
    if (this.isTooDeep || this.hasTooMany) return false;
    if (open !== null) {
      open.starts[this.#depth] = at;
      open.pieceFrom[this.#depth] = at + 1;
      open.memberFrom[this.#depth] = at + 1;
    }
    return true;
  }

  /** At a comma. A member whose value is a container is a piece of its own. */
  #cut(open: Open, at: number): void {
    const depth = this.#depth;
    if (at - (open.pieceFrom[depth] ?? 0) >= PIECE_BYTES) this.#endPiece(open, depth, at);
    open.memberFrom[depth] = at + 1;
  }

  #leave(open: Open | null, at: number): boolean {
    const depth = this.#depth;
    this.isUnbalanced = depth === 0;
    if (depth === 0) return false;
    this.#depth -= 1;
    const start = open?.starts[depth] ?? at;
    if (open === null || at - start < PIECE_BYTES) return true;
    this.#endPiece(open, depth, at);
    const container = { start, end: at + 1, pieces: open.pieces[depth] ?? [] };
    open.pieces[depth] = [];
    const parent = depth - 1;
    if (parent === 0) this.root = container;
    else {
      const memberFrom = open.memberFrom[parent] ?? 0;
      if (memberFrom > (open.pieceFrom[parent] ?? 0)) this.#endPiece(open, parent, memberFrom - 1);
      open.children[parent] = container;
    }
    return true;
  }

  #endPiece({ pieceFrom, pieces, children }: Open, depth: number, to: number): void {
    const from = pieceFrom[depth] ?? 0;
    pieces[depth]?.push({ from, to, child: children[depth] ?? null, isExact: this.#inexactAt < from });
    children[depth] = null;
    pieceFrom[depth] = to + 1;
  }
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The end of the number that starts at this digit. */
function numberEnd(bytes: Buffer, start: number): number {
  let end = start + 1;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    if (!isDigit(byte) && byte !== 0x2e && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b && byte !== 0x2d) break;
  }
  return end;
}

/** The sign does not matter. JSON.parse rejects text that is not a number. */
function isExactAt(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= EXACT_LENGTH_MAX && !hasExponent(bytes, start, end)) return true;
  return isExactNumber(bytes.toString("latin1", start, end));
}

function hasExponent(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (bytes[i] === 0x65 || bytes[i] === 0x45) return true;
  return false;
}
