import { parseKeepingNumbers } from "@skucast/contracts/exact-numbers";
import type { RawRow, RowReader } from "../row.js";
import { textBlocks } from "../text-blocks.js";
import { isNestedTooDeep, NESTED_TOO_DEEP } from "../values/nested.js";
import { findObject } from "./json-objects.js";
import { repeatedMemberFault } from "./repeated-member.js";

/** Rows of a file with a JSON object on each line. */
export const readJsonl: RowReader = async function* (chunks, { encoding }) {
  let line = 0;
  for await (const block of textBlocks(chunks, encoding)) {
    const rows: RawRow[] = [];
    const lines = block.split("\n");
    // Only the last block may lack its line end.
    const isEnded = lines.at(-1) === "";
    if (isEnded) lines.pop();
    for (const [i, text] of lines.entries()) {
      line += 1;
      if (text.trim() === "") continue;
      const row = rowOf(text, line);
      rows.push(isEnded || i < lines.length - 1 ? row : { ...row, endsFile: true });
    }
    yield rows;
  }
};

function rowOf(text: string, line: number): RawRow {
  let value: unknown;
  try {
    value = parseKeepingNumbers(text);
  } catch {
    return { ...unreadable(line, "is not well-formed JSON; each line has to be one object"), text };
  }
  if (isNestedTooDeep(value)) return { ...unreadable(line, NESTED_TOO_DEEP), text };
  if (!isObject(value)) return { ...unreadable(line, "is JSON, but not an object"), text };
  const repeated = repeatedMemberFault(text, value, findObject(text, text.indexOf("{"))?.members ?? 0);
  return repeated === undefined ? { line, text, members: value } : { ...unreadable(line, repeated), text };
}

const unreadable = (line: number, message: string): RawRow => ({ line, fault: { code: "unreadable_row", message } });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
