import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import { namesOf } from "../formats/row-path.js";
import type { CorrectionPlan, FaultyRow, FaultyRows } from "./correction-format.js";

/** The member with the text of a row that is not an object. */
const TEXT_MEMBER = "skucast_row";

function textOf({ content, reasons }: FaultyRow): string {
  const { [REASONS_COLUMN]: _former, ...members } = "members" in content ? content.members : restOf(content);
  return JSON.stringify({ [REASONS_COLUMN]: reasons, ...members });
}

const restOf = (content: FaultyRow["content"]): Record<string, unknown> =>
  "text" in content ? { [TEXT_MEMBER]: content.text } : { ...content };

/** One object on each line. */
export async function* jsonlCorrections(_plan: CorrectionPlan, rows: FaultyRows): AsyncGenerator<string> {
  for await (const some of rows) yield some.map((row) => `${textOf(row)}\n`).join("");
}

/** One array, at the path of the rows in the file. */
export async function* jsonCorrections({ rows: path = "" }: CorrectionPlan, rows: FaultyRows): AsyncGenerator<string> {
  const names = namesOf(path);
  yield `${names.map((name) => `{${JSON.stringify(name)}:`).join("")}[`;
  let separator = "\n";
  for await (const some of rows) {
    for (const row of some) {
      yield separator + textOf(row);
      separator = ",\n";
    }
  }
  yield `\n]${"}".repeat(names.length)}\n`;
}
