import { TextDecoder } from "node:util";
import { LIMITS } from "@skucast/contracts/limits";
import { JSONParser } from "@streamparser/json";
import { FileFault } from "../file-fault.js";
import type { RawRow, RowReader } from "../row.js";
import { rowTooLong, utf16Of } from "../text-blocks.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";

/** Rows of one JSON array: the whole file, or the array at a path. The line of a row is its number, from 1. */
export const readJson: RowReader = async function* (chunks, { encoding, rows: path }) {
  const names = path?.split("/").filter(Boolean) ?? [];
  const parser = new JSONParser({ paths: [["$", ...names, "*"].join(".")], keepStack: false });
  let rows: RawRow[] = [];
  let count = 0;
  let sinceRow = 0;
  let failure: Error | undefined;
  parser.onValue = ({ value, key }) => {
    sinceRow = 0;
    if (typeof key !== "number") return;
    count += 1;
    rows.push(rowOf(value, count));
  };
  parser.onError = (error) => {
    failure = error;
  };
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encoding ?? utf16Of(chunk) ?? "utf-8");
    sinceRow += chunk.length;
    if (!parser.isEnded) write(parser, decoder.decode(chunk, { stream: true }));
    if (failure !== undefined) throw notWellFormed(failure);
    if (sinceRow > LIMITS.importRowBytesMax + chunk.length && !parser.isEnded) throw rowTooLong();
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  if (!parser.isEnded) throw new FileFault("The JSON in the file is incomplete: its end is missing.");
};

function write(parser: JSONParser, text: string): void {
  try {
    parser.write(text);
  } catch (error) {
    throw notWellFormed(error instanceof Error ? error : new Error(String(error)));
  }
}

const notWellFormed = ({ message }: Error): FileFault => new FileFault(`The file is not well-formed JSON: ${message}`);

function rowOf(value: unknown, line: number): RawRow {
  const fault = (message: string): RawRow => ({ line, fault: { code: "unreadable_row", message } });
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fault("is JSON, but not an object");
  if (isNestedTooDeep(value)) return fault(NESTED_TOO_DEEP);
  return { line, members: value as Record<string, unknown> };
}

/** The path of the rows in a JSON file, found in its beginning: the outermost array that contains an object. */
export function findJsonRows(text: string): string | undefined {
  const parser = new JSONParser({ keepStack: false });
  let found: string | undefined;
  parser.onValue = ({ value, key, stack }) => {
    if (found !== undefined || typeof value !== "object" || value === null || Array.isArray(value)) return;
    const keys = [...stack.slice(1).map((level) => level.key), key];
    const place = keys.findIndex((one) => typeof one === "number");
    if (place >= 0) found = `/${keys.slice(0, place).join("/")}`;
  };
  parser.onError = () => undefined;
  try {
    parser.write(text);
  } catch {
    // Only the beginning of the file was read, so the JSON is incomplete.
  }
  return found;
}
