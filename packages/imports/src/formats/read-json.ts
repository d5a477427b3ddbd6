import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { KNOWN_COLUMNS, plainName } from "../mapping/known-columns.js";
import type { RawRow, RowReader } from "../row.js";
import { rowTooLong, utf16Of } from "../text-blocks.js";
import { createChunkDecoder } from "../text-chunks.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";
import { createExactJsonParser, type ExactJsonParser, JsonError, type JsonValue } from "./exact-json-parser.js";
import { namesOf } from "./row-path.js";

/**
 * Rows of a JSON array: the whole file, or the array at a path. If an object is at the path, its members are the rows, and
 * their names the SKUs of rows without one. With `isSingle` the object at the path is the only row, as is, without a path, an
 * object with a SKU. Further documents in the file are read like the first. The line of a row is its number, from 1.
 */
export const readJson: RowReader = async function* (chunks, { encoding, rows: path, isSingle = false }) {
  const found: RawRow[] = [];
  let count = 0;
  let sinceRow = 0;
  let singleBytes = 0;
  const withKey = keyReader();
  const single = new Map<string, unknown>();
  const names = path === undefined ? [] : namesOf(path);
  const open = (bytesBefore: number): ExactJsonParser =>
    createExactJsonParser({ names, isSingle, bytesBefore, onValue });
  let parser = open(0);
  let bytesRead = 0;

  function onValue({ value, key, fault }: JsonValue): void {
    sinceRow = 0;
    if (isSingle) {
      count += 1;
      found.push(rowOf(value, count));
      return;
    }
    if (typeof key === "string" && path === undefined) single.set(key, value);
    if (typeof key !== "number" && (path === undefined || typeof key !== "string")) return;
    count += 1;
    const row = fault === undefined ? rowOf(value, count) : unreadable(count, fault);
    found.push(typeof key === "string" ? withKey(row, key) : row);
  }

  /** Takes an object that is a row as a whole: its document has ended. */
  function takeSingle(): void {
    if ([...single.keys()].some((name) => SKU_NAMES.has(plainName(name)))) {
      count += 1;
      found.push(rowOf(Object.fromEntries(single), count));
    }
    single.clear();
    singleBytes = 0;
  }

  function read(text: string): void {
    let left = text;
    bytesRead += Buffer.byteLength(text);
    for (;;) {
      left = write(parser, left);
      if (!parser.isEnded) return;
      takeSingle();
      left = left.replace(BETWEEN, "");
      if (left === "") return;
      parser = open(bytesRead - Buffer.byteLength(left));
    }
  }

  let decode: ReturnType<typeof createChunkDecoder> | undefined;
  for await (const chunk of chunks) {
    decode ??= createChunkDecoder(encoding ?? utf16Of(chunk) ?? "utf-8", { fatal: false });
    sinceRow += chunk.length;
    if (single.size > 0) singleBytes += chunk.length;
    read(decode(chunk));
    if (Math.max(sinceRow, singleBytes) > LIMITS.importRowBytesMax + chunk.length && !parser.isEnded)
      throw rowTooLong();
    if (found.length > 0) yield found.splice(0);
  }
  if (!parser.isEnded) throw new FileFault("The JSON in the file is incomplete: its end is missing.");
};

/** What may be between documents, and behind the last one. */
const BETWEEN = /^[\s,\0\ufeff]+/;

/**
 * Adds the name of a row's member as its SKU, unless the row has one. A number may be a position, so an id then comes
 * first.
 */
function keyReader(): (row: RawRow, key: string) => RawRow {
  const plainNames = new Map<string, string>();
  const plain = (name: string): string => {
    const known = plainNames.get(name) ?? plainName(name);
    if (plainNames.size < LIMITS.importColumnsMax) plainNames.set(name, known);
    return known;
  };
  return (row, key) => {
    if (row.members === undefined) return row;
    const isNumber = /^\d+$/.test(key);
    const hasSku = Object.keys(row.members).some((name) => {
      const known = plain(name);
      return SKU_NAMES.has(known) && (known !== "id" || isNumber);
    });
    return hasSku ? row : { ...row, members: { sku: key, ...row.members } };
  };
}

const SKU_NAMES: ReadonlySet<string> = new Set(
  KNOWN_COLUMNS.flatMap(([target, names]) => (target === "sku" ? names : [])),
);

/** Writes text to a parser, and returns what is behind the end of its document. */
function write(parser: ExactJsonParser, text: string): string {
  try {
    return parser.isEnded ? text : parser.write(text);
  } catch (error) {
    if (error instanceof JsonError) throw new FileFault(messageOf(error));
    throw error;
  }
}

function messageOf({ position, before, after }: JsonError): string {
  const shown = JSON.stringify(`${before.slice(-SHOWN_BEFORE)}${after.slice(0, SHOWN_AFTER)}`);
  const character = [...after][0] ?? "";
  return `The file is not well-formed JSON: ${JSON.stringify(character)} at position ${position} is not expected, in ${shown}.${hintFor(before, after)}`;
}

const SHOWN_BEFORE = 20;
const SHOWN_AFTER = 10;

/** What people and programs write that JSON does not have. */
function hintFor(before: string, after: string): string {
  if (/^(?:\/[/*]|#)/.test(after)) return " JSON has no comments: remove them.";
  if (/^['\u2018\u2019\u201c\u201d]/.test(after)) return ' Put names and texts into straight double quotes: "sku".';
  if (/^[}\]]/.test(after) && /,\s*$/.test(before)) return " Remove the comma before it.";
  const word = /^[A-Za-z_]\w*/.exec(after)?.[0];
  if (word === undefined) return "";
  return /[{,]\s*$/.test(before) && /^\w+\s*:/.test(after)
    ? ' Put names into double quotes: "sku".'
    : ` ${word} is no value of JSON: write null, true, false, a number, or a text in double quotes.`;
}

const unreadable = (line: number, message: string): RawRow => ({ line, fault: { code: "unreadable_row", message } });

const NOT_OBJECT = "is JSON, but not an object";

function rowOf(value: unknown, line: number): RawRow {
  if (typeof value !== "object" || value === null)
    return { ...unreadable(line, NOT_OBJECT), text: JSON.stringify(value) };
  if (Array.isArray(value)) return unreadable(line, NOT_OBJECT);
  if (isNestedTooDeep(value)) return unreadable(line, NESTED_TOO_DEEP);
  return { line, members: value as Record<string, unknown> };
}
