import { LIMITS } from "../limits.js";
import type { Fault } from "../problem.js";
import type { Steps } from "../steps.js";
import { lookupKeySchema, lookupValueSchema } from "./lookup-table.js";

export type ReadRows =
  | { readonly ok: true; readonly rows: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const FAULTS_MAX = 100;

/** Reading so many takes about a millisecond. */
const RECORDS_PER_STEP = 500;

/**
 * Reads the rows of a lookup table from CSV (RFC 4180), some lines in each step. All errors are reported, each with its
 * line.
 */
export function* readingCsvRows(csv: string): Steps<ReadRows> {
  const lines = yield* readingRecords(csv.replace(/^\uFEFF/, ""));
  if (lines === undefined) return failed([faultAt(0, "has a quoted cell that is not closed")]);
  const [header, ...records] = lines;
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const keyAt = names.indexOf("key");
  const valueAt = names.indexOf("value");
  if (keyAt === -1 || valueAt === -1) {
    return failed([faultAt(1, "must name the columns key and value, such as: key,value")]);
  }
  if (names.lastIndexOf("key") !== keyAt || names.lastIndexOf("value") !== valueAt) {
    return failed([faultAt(1, "must name the columns key and value once")]);
  }
  const rows = new Map<string, string>();
  const faults: Fault[] = [];
  for (const [i, { line, cells, rest }] of records.entries()) {
    if (i % RECORDS_PER_STEP === 0) yield;
    const shape = shapeFaultOf(cells, rest, names.length);
    if (shape !== undefined) {
      faults.push(faultAt(line, shape));
      if (faults.length === FAULTS_MAX) break;
      continue;
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    const key = lookupKeySchema.safeParse(cells[keyAt] ?? "");
    const value = lookupValueSchema.safeParse(cells[valueAt] ?? "");
    const wrong = [key, value].flatMap(({ error }, place) =>
      error ? [`the ${place === 0 ? "key" : "value"} ${sentenceOf(error.issues[0])}`] : [],
    );
    if (key.data !== undefined && rows.has(key.data)) wrong.push(`the key ${key.data} occurs twice`);
    if (wrong.length > 0) faults.push(faultAt(line, wrong.join("; ")));
    else rows.set(String(key.data), String(value.data));
    if (faults.length === FAULTS_MAX) break;
  }
  if (rows.size > LIMITS.lookupRowsMax) {
    faults.push({ pointer: "/csv", code: "too_big", message: `must have at most ${LIMITS.lookupRowsMax} rows` });
  }
  return faults.length > 0 ? failed(faults) : { ok: true, rows };
}

/** Values would be cut off by a separator without quotation marks, or after a closing one. */
function shapeFaultOf(cells: readonly string[], rest: string, columns: number): string | undefined {
  if (rest.trim() !== "") return `has text after a closing quotation mark: ${rest.trim().slice(0, SHOWN_MAX)}`;
  if (cells.slice(columns).every((cell) => cell.trim() === "")) return undefined;
  return `has ${cells.length} cells, the header ${columns}; put a value with a separator in quotation marks`;
}

const SHOWN_MAX = 50;

const failed = (faults: readonly Fault[]): ReadRows => ({ ok: false, faults });

/** The line is part of the pointer, so that each fault has its own. */
const faultAt = (line: number, message: string): Fault => ({
  pointer: line === 0 ? "/csv" : `/csv/${line}`,
  code: "invalid_csv",
  message: line === 0 ? message : `line ${line}: ${message}`,
});

function sentenceOf(issue: { readonly code?: string; readonly message: string } | undefined): string {
  return issue?.code === "too_small" ? "must not be empty" : (issue?.message ?? "is not valid");
}

interface CsvRecord {
  /** The line on which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What follows the closing quotation mark of the last cell. */
  readonly rest: string;
}

const LINE_END = /\r\n|\n|\r/;

/** Undefined if a quoted cell does not end. The separator is the first of comma, semicolon and tab in the first line. */
function* readingRecords(text: string): Steps<CsvRecord[] | undefined> {
  const separator = /[,;\t]/.exec(text.slice(0, text.search(/[\r\n]|$/)))?.[0] ?? ",";
  const plain = separator === "\t" ? "[^\\t\\r\\n]*" : `[^${separator}\\r\\n]*`;
  const cell = new RegExp(`"((?:[^"]|"")*)" *|(${plain})`, "y");
  const end = /([^\r\n]*)(\r\n|\n|\r|$)/y;
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const startLine = line;
    for (;;) {
      cell.lastIndex = at;
      const [whole = "", quoted, bare] = cell.exec(text) ?? [];
      if (quoted === undefined && bare?.startsWith('"')) return undefined;
      cells.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
      line += (quoted ?? "").split(LINE_END).length - 1;
      at += whole.length;
      if (text[at] !== separator) break;
      at += 1;
    }
    end.lastIndex = at;
    const [rest = "", lineEnd = ""] = end.exec(text)?.slice(1) ?? [];
    records.push({ line: startLine, cells, rest });
    if (records.length % RECORDS_PER_STEP === 0) yield;
    at += rest.length + lineEnd.length;
    line += 1;
  }
  return records;
}
