import { cellErrorIn } from "../values/cell-errors.js";
import { addFault, type Draft, newDraft } from "./draft.js";
import { type CellFormat, type Setter, shortened } from "./setter.js";
import { fieldsOfTarget } from "./target-fields.js";

const FAULTS = {
  error: {
    code: "spreadsheet_error",
    message: "is an error of the spreadsheet, and no value: correct the formula or empty the cell",
  },
  formula: {
    code: "formula_without_result",
    message:
      "is a formula without its result: open the file in a spreadsheet and save it again, or paste the values over the formulas",
  },
} as const;

interface ErrorCell {
  readonly target: string;
  readonly text: string;
  readonly set: Setter;
  readonly format: CellFormat;
}

/**
 * Reports the cell of a target that is an error of a spreadsheet, or a formula without a result; false if it is none. It does
 * not count as empty, which could remove something: the field follows a value that cannot be read.
 */
export function rejectCellError(draft: Draft, { target, text: sent, set, format }: ErrorCell): boolean {
  const text = sent.trim();
  const kind = cellErrorIn(text);
  if (kind === undefined) return false;
  const fault = { ...FAULTS[kind], value: shortened(text) };
  const tried = newDraft();
  set(tried, text, format);
  const before = draft.faults.length;
  // What a field that cannot be read means for others is noted by its setter. A field of text would take the text.
  if (tried.faults.length > 0) set(draft, text, format);
  const given = draft.faults.splice(before).map(({ pointer }) => pointer);
  const pointers = given.length > 0 ? given : [`/${fieldsOfTarget(target)[0] ?? target}`];
  for (const pointer of new Set(pointers)) addFault(draft, { ...fault, pointer });
  return true;
}
