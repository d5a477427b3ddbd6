import { finish, type Steps } from "./steps.js";

/** A member whose name occurs twice in an object. Line and column, of the second one, start at 1. */
export interface RepeatedMember {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

const CHARACTERS_PER_STEP = 30_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BRACKETS: Readonly<Record<string, 1 | -1>> = { "{": 1, "[": 1, "}": -1, "]": -1 };

/** The first member of well-formed JSON whose name its object already has; undefined if there is none. */
export const findRepeatedMember = (json: string): RepeatedMember | undefined => finish(searchRepeatedMember(json));

/** `findRepeatedMember` in steps. */
export function* searchRepeatedMember(json: string): Steps<RepeatedMember | undefined> {
  const open: Set<string>[] = [];
  let pauseAt = CHARACTERS_PER_STEP;
  for (let offset = 0; offset < json.length; offset += 1) {
    if (offset >= pauseAt) {
      yield;
      pauseAt = offset + CHARACTERS_PER_STEP;
    }
    if (json.charCodeAt(offset) !== QUOTE) {
      const change = BRACKETS[json.charAt(offset)];
      if (change === 1) open.push(new Set());
      else if (change === -1) open.pop();
      continue;
    }
    const end = stringEnd(json, offset);
    if (isName(json, end)) {
      const name: string = JSON.parse(json.slice(offset, end));
      const names = open.at(-1);
      if (names?.has(name)) return { name, ...placeOf(json, offset) };
      names?.add(name);
    }
    offset = end - 1;
  }
  return undefined;
}

function stringEnd(json: string, start: number): number {
  let offset = start + 1;
  while (json.charCodeAt(offset) !== QUOTE) offset += json.charCodeAt(offset) === BACKSLASH ? 2 : 1;
  return offset + 1;
}

/** Whether a colon follows, which in well-formed JSON it only does after a member's name. */
function isName(json: string, end: number): boolean {
  let offset = end;
  while (json.charCodeAt(offset) <= 0x20) offset += 1;
  return json.charCodeAt(offset) === COLON;
}

function placeOf(json: string, offset: number): { line: number; column: number } {
  const before = json.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
