import type { DateOrder, DecimalSign } from "@skucast/contracts/imports/mapping";
import { type CellFault, type Draft, refuse } from "./draft.js";

/** How the cells of a column are read where their own form leaves it open. */
export interface ReadWay {
  readonly decimal: DecimalSign | undefined;
  readonly dates: DateOrder | undefined;
  /** The unit of a measure that is a number alone. */
  readonly unit: string | undefined;
}

/** Puts the text of a cell, which is not empty, into a draft. */
export type Setter = (draft: Draft, text: string, way: ReadWay) => void;

const SHOWN_LENGTH_MAX = 200;

/** What stands in a cell, cut short for a fault. */
export const shown = (text: string): string => text.slice(0, SHOWN_LENGTH_MAX);

/** Notes that the text of a cell is no value of a field. */
export function refuseText(
  draft: Draft,
  text: string,
  { pointer, code = "invalid", message }: Omit<CellFault, "code"> & { code?: string },
): void {
  refuse(draft, { pointer, code, message, value: shown(text) });
}

const AMBIGUOUS = {
  decimal: {
    code: "ambiguous_number",
    message: "could be read two ways, and no other number of the file says which: say decimal=point or decimal=comma",
  },
  dates: {
    code: "ambiguous_date",
    message: "could be read two ways, and no other date of the file says which: say dates=dmy or dates=mdy",
  },
} as const;

/** Notes that a number or a date can be read in two ways. */
export function refuseAmbiguous(draft: Draft, text: string, pointer: string, what: keyof typeof AMBIGUOUS): void {
  refuseText(draft, text, { pointer, ...AMBIGUOUS[what] });
}
