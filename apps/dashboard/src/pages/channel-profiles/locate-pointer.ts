/** A range of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const SPACE = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

/**
 * Where the value at a JSON pointer is in the text of a valid JSON document. If the value is missing, as it is for the error
 * that something is required, the range is that of the nearest value around it.
 */
export function locatePointer(text: string, pointer: string): TextRange {
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let at = 0;
  let found: TextRange = { start: 0, end: text.length };

  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0] ?? "";
    at += matched.length;
    return matched;
  };

  /** Reads a value; `depth` is how much of the path led to it, -1 if it is not on the path. */
  function readValue(depth: number): void {
    match(SPACE);
    const start = at;
    const opening = text[at];
    if (opening === "{" || opening === "[") readMembers(opening === "{", depth);
    else if (opening === '"') match(STRING);
    else match(SCALAR);
    if (depth >= 0 && !isDeeper(depth)) {
      found = { start, end: at };
      foundDepth = depth;
    }
  }

  let foundDepth = -1;
  const isDeeper = (depth: number): boolean => foundDepth > depth;

  function readMembers(isObject: boolean, depth: number): void {
    at += 1;
    for (let index = 0; ; index += 1) {
      match(SPACE);
      if (at >= text.length || text[at] === "}" || text[at] === "]") break;
      if (text[at] === ",") {
        at += 1;
        match(SPACE);
      }
      let name = String(index);
      if (isObject) {
        name = JSON.parse(match(STRING) || '""');
        match(SPACE);
        at += 1; // the colon
      }
      readValue(depth >= 0 && path[depth] === name ? depth + 1 : -1);
    }
    at += 1;
  }

  readValue(0);
  return found;
}

/** The number of the line of a position, from 1. */
export const lineOf = (text: string, position: number): number => text.slice(0, position).split("\n").length;
