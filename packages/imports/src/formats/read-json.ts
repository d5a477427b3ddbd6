import { LIMITS } from "@skucast/contracts/limits";
import { FileFault } from "../file-fault.js";
import { KNOWN_COLUMNS, plainName } from "../mapping/known-columns.js";
import type { RawRow, RowReader } from "../row.js";
import { rowTooLong, utf16Of } from "../text-blocks.js";
import { createChunkDecoder } from "../text-chunks.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";
import { createExactJsonParser, type ExactJsonParser } from "./exact-json-parser.js";
import { namesOf } from "./row-path.js";

/**
 * Rows of one JSON array: the whole file, or the array at a path. If an object is at the path, its members are the rows,
 * and their names the SKUs of rows without one. With `isSingle` the object at the path is the only row, as is, without a path,
 * an object with a SKU. The line of a row is its number, from 1.
 */
export const readJson: RowReader = async function* (chunks, { encoding, rows: path, isSingle = false }) {
  let rows: RawRow[] = [];
  let count = 0;
  let sinceRow = 0;
  const withKey = keyReader();
  const single = new Map<string, unknown>();
  let singleBytes = 0;
  const parser = createExactJsonParser({
    names: path === undefined ? [] : namesOf(path),
    isSingle,
    onValue({ value, key, fault }) {
      sinceRow = 0;
      if (isSingle) {
        rows.push(rowOf(value, 1));
        return;
      }
      if (typeof key === "string" && path === undefined) single.set(key, value);
      if (typeof key !== "number" && (path === undefined || typeof key !== "string")) return;
      count += 1;
      const row = fault === undefined ? rowOf(value, count) : unreadable(count, fault);
      rows.push(typeof key === "string" ? withKey(row, key) : row);
    },
  });
  let decode: ReturnType<typeof createChunkDecoder> | undefined;
  for await (const chunk of chunks) {
    decode ??= createChunkDecoder(encoding ?? utf16Of(chunk) ?? "utf-8", { fatal: false });
    sinceRow += chunk.length;
    if (single.size > 0) singleBytes += chunk.length;
    if (!parser.isEnded) write(parser, decode(chunk));
    if (Math.max(sinceRow, singleBytes) > LIMITS.importRowBytesMax + chunk.length && !parser.isEnded)
      throw rowTooLong();
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  if (!parser.isEnded) throw new FileFault("The JSON in the file is incomplete: its end is missing.");
  if ([...single.keys()].some((name) => SKU_NAMES.has(plainName(name)))) yield [rowOf(Object.fromEntries(single), 1)];
};

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

function write(parser: ExactJsonParser, text: string): void {
  try {
    parser.write(text);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw notWellFormed(error instanceof Error ? error.message : String(error), parser.bytesSkipped);
  }
}

function notWellFormed(message: string, bytesSkipped: number): FileFault {
  const [, character, position] =
    /^Unexpected "(.*)" at chunk position .*absolute position "(\d+)"/s.exec(message) ?? [];
  const [, token] = /^Unexpected (?:partial )?\w+ \((.*)\) in state/s.exec(message) ?? [];
  const what =
    character === undefined
      ? `${(token ?? "a character").slice(0, SHOWN_LENGTH_MAX)} is not expected`
      : `"${character}" at position ${bytesSkipped + Number(position)} is not expected`;
  return new FileFault(`The file is not well-formed JSON: ${what}.`);
}

const SHOWN_LENGTH_MAX = 100;

const unreadable = (line: number, message: string): RawRow => ({ line, fault: { code: "unreadable_row", message } });

const NOT_OBJECT = "is JSON, but not an object";

function rowOf(value: unknown, line: number): RawRow {
  if (typeof value !== "object" || value === null)
    return { ...unreadable(line, NOT_OBJECT), text: JSON.stringify(value) };
  if (Array.isArray(value)) return unreadable(line, NOT_OBJECT);
  if (isNestedTooDeep(value)) return unreadable(line, NESTED_TOO_DEEP);
  return { line, members: value as Record<string, unknown> };
}
