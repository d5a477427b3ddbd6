import { LIMITS } from "@skucast/contracts/limits";
import type { RawRow } from "./row.js";

/** Where the column names of a table are. */
export interface Header {
  /** The position of the row with the column names. */
  readonly row: number;
  /** The position of the first row below that is data. */
  readonly first: number;
}

const ROWS_MAX = 10;
/** A row with fewer filled cells than this may be a title above the table. */
const CELLS_MIN = 3;
const AMAZON_NAMES_ROW = 2;

/**
 * Finds the column names of a table: in the first row, below a title or a row of groups, or where Amazon's templates have
 * them, below a row of settings and a row of labels. Undefined if they are in the first row. `isKnown` says whether cells
 * are the column names of products.
 */
export function findHeader(
  rows: readonly RawRow[],
  isKnown: (cells: readonly string[]) => boolean,
): Header | undefined {
  const [first] = rows;
  const start = first?.cells?.[0]?.trim() ?? "";
  if (/^TemplateType=/i.test(start)) return { row: AMAZON_NAMES_ROW, first: AMAZON_NAMES_ROW + 1 };
  const amazon = /^settings=/i.test(start) ? amazonHeader(start) : undefined;
  if (amazon !== undefined) return amazon;
  // A file with more columns is rejected, and looking for known ones among them would take long.
  const areNames = (cells: readonly string[]): boolean => cells.length <= LIMITS.importColumnsMax && isKnown(cells);
  if (first === undefined || areNames(first.cells ?? [])) return undefined;
  const isTitle = filledIn(first) <= 1;
  const beginning = rows.slice(0, ROWS_MAX);
  const known = beginning.findIndex(({ cells = [] }) => areNames(cells));
  const row = known < 0 && isTitle ? beginning.findIndex((one) => filledIn(one) >= CELLS_MIN) : known;
  return row > 0 ? { row, first: row + 1 } : undefined;
}

const filledIn = ({ cells = [] }: Pick<RawRow, "cells">): number => cells.filter((cell) => cell.trim() !== "").length;

/** `settings=labelRow=4&attributeRow=5&dataRow=7`: rows from 1. */
function amazonHeader(settings: string): Header | undefined {
  const [, names] = /attributeRow=(\d+)/i.exec(settings) ?? [];
  const [, data] = /dataRow=(\d+)/i.exec(settings) ?? [];
  if (names === undefined) return undefined;
  return { row: Number(names) - 1, first: data === undefined ? Number(names) : Number(data) - 1 };
}
