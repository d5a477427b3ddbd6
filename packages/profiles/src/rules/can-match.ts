import type { RE2JS } from "re2js";

/** The parts of RE2's program that are read here; the package does not describe them. */
interface Program {
  readonly start: number;
  readonly inst: readonly {
    readonly op: number;
    readonly out: number;
    readonly arg: number;
    readonly runes: ArrayLike<number>;
  }[];
}

const ALT = 1;
const ALT_MATCH = 2;
const EMPTY_WIDTH = 4;
const FAIL = 5;
const MATCH = 6;
const RUNE = 8;
const RUNE_ANY = 10;
const RUNE_ANY_NOT_NL = 11;
const BEGIN_TEXT = 4;
const END_TEXT = 8;

/**
 * Whether some text matches a pattern. False is certain: each way through the program needs a character of an empty class, a
 * character before the start of the text or one after its end. Takes time in proportion to the size of the program.
 */
export function canMatch(pattern: RE2JS): boolean {
  const { start, inst } = programOf(pattern);
  // An instruction, with whether a character was read, and whether the end of the text was reached.
  const open = [{ place: start, hasRead: false, isAtEnd: false }];
  const seen = new Set<number>();
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { place, hasRead, isAtEnd } = state;
    const key = place * 4 + (hasRead ? 2 : 0) + (isAtEnd ? 1 : 0);
    const instruction = inst[place];
    if (seen.has(key) || instruction === undefined || instruction.op === FAIL) continue;
    seen.add(key);
    const { op, out, arg, runes } = instruction;
    if (op === MATCH) return true;
    if (op === ALT || op === ALT_MATCH) {
      open.push({ place: out, hasRead, isAtEnd }, { place: arg, hasRead, isAtEnd });
    } else if (op === EMPTY_WIDTH) {
      const isBehindStart = (arg & BEGIN_TEXT) !== 0 && hasRead;
      if (!isBehindStart) open.push({ place: out, hasRead, isAtEnd: isAtEnd || (arg & END_TEXT) !== 0 });
    } else if (op >= RUNE && op <= RUNE_ANY_NOT_NL) {
      const hasCharacter = op >= RUNE_ANY || runes.length > 0;
      if (hasCharacter && !isAtEnd) open.push({ place: out, hasRead: true, isAtEnd });
    } else open.push({ place: out, hasRead, isAtEnd });
  }
  return false;
}

const programOf = (pattern: RE2JS): Program => (pattern.re2() as unknown as { readonly prog: Program }).prog;
