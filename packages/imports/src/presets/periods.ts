import type { RowGrouper } from "../group-rows.js";
import { readDate } from "../values/date.js";
import { cellOf, hasCells, withCells } from "./shaped-rows.js";

/** Whether a time in a file has come; undefined if the text is no date. */
export function hasStarted(text: string): boolean | undefined {
  const date = readDate(text.trim(), undefined);
  const time = date.type === "date" ? Date.parse(date.text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time <= Date.now();
}

/** Whether a period contains now: from a time on, until before another. An end that is missing or no date is open. */
export const isNow = (from: unknown, until: unknown): boolean =>
  hasStarted(String(from ?? "")) !== false && hasStarted(String(until ?? "")) !== true;

const MIDNIGHT = /(?:T|,?\s+)(?:0?0:00(?::00)?(?:\.0+)?|12:00(?::00)?\s*AM)$/i;

/** The last day of a period, which some shops write as a time although the period includes that day, as a date. */
export const throughDay = (text: string): string => text.trim().replace(MIDNIGHT, "");

export interface DatedColumn {
  readonly place: number;
  /** What the cell says once its time has come; the opposite before. */
  readonly says: "yes" | "no";
  /** What an empty cell says; default: nothing. */
  readonly empty?: "no";
}

/** Replaces dates from or until which the shop shows or sells a product by what they say now. */
export function shapeDates(dated: readonly DatedColumn[]): RowGrouper {
  const present = dated.filter(({ place }) => place >= 0);
  return {
    push(row) {
      if (present.length === 0 || !hasCells(row)) return [row];
      const changes = present.flatMap(({ place, says, empty }): [number, string][] => {
        const text = cellOf(row.cells, place);
        if (text === "") return empty === undefined ? [] : [[place, empty]];
        const isPast = hasStarted(text);
        return isPast === undefined ? [] : [[place, isPast === (says === "yes") ? "yes" : "no"]];
      });
      return changes.length === 0 ? [row] : [withCells(row, new Map(changes))];
    },
    end: () => [],
  };
}
