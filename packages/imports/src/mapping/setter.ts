import type { DateOrder, DecimalSign } from "@skucast/contracts/imports/mapping";
import { addFault, type CellFault, type Draft } from "./draft.js";

/** How the cells of a column are read if their format is ambiguous. */
export interface CellFormat {
  readonly decimal: DecimalSign | undefined;
  readonly dates: DateOrder | undefined;
  /** The unit of measures without one. */
  readonly unit: string | undefined;
  /** The currency, or a sign of several, in the header of an amount, and whether it says that amounts are in minor units. */
  readonly header?:
    | { readonly currency?: string | undefined; readonly sign?: string | undefined; readonly isMinor?: boolean }
    | undefined;
  /** The column of an amount. */
  readonly column?: string | undefined;
}

/** Writes the text of a cell, which is not empty, to a draft. */
export type Setter = (draft: Draft, text: string, format: CellFormat) => void;

const SHOWN_LENGTH_MAX = 200;

/** The text of a cell, shortened for an error. */
export const shortened = (text: string): string => text.slice(0, SHOWN_LENGTH_MAX);

/** Records that the text of a cell is not a valid value of a field. */
export function rejectText(
  draft: Draft,
  text: string,
  { pointer, code = "invalid", message }: Omit<CellFault, "code"> & { code?: string },
): void {
  addFault(draft, { pointer, code, message, value: shortened(text) });
}

const AMBIGUOUS = {
  decimal: {
    code: "ambiguous_number",
    message:
      "can be read in two ways, and no other number in the file shows which is right: set decimal=point or decimal=comma",
  },
  dates: {
    code: "ambiguous_date",
    message: "can be read in two ways, and no other date in the file shows which is right: set dates=dmy or dates=mdy",
  },
} as const;

/** Records that a number or a date can be read in two ways. */
export function rejectAmbiguous(draft: Draft, text: string, pointer: string, what: keyof typeof AMBIGUOUS): void {
  rejectText(draft, text, { pointer, ...AMBIGUOUS[what] });
}
