import { memberAt } from "./member-at.js";
import type { RawRow } from "./row.js";
import { cleaned } from "./values/cleaned.js";

/** Reads rows of tables by their cells, and those of JSON and XML by their members. */
export interface CellReader {
  value(row: RawRow, column: string): unknown;
  /** Empty for no value, an empty list and an empty object. */
  text(row: RawRow, column: string): string;
  /** The place of a column in the cells; -1 if there is none. */
  placeOf(column: string): number;
}

export function cellReader(columns: readonly string[]): CellReader {
  const places = new Map(columns.map((column, place) => [column, place]));
  const placeOf = (column: string): number => places.get(column) ?? -1;
  const value = ({ cells, members }: RawRow, column: string): unknown =>
    cells ? cells[placeOf(column)] : members && memberAt(members, column);
  return { value, placeOf, text: (row, column) => textOf(value(row, column)) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return cleaned(value);
  if (value === undefined || value === null) return "";
  if (typeof value === "object" && Object.keys(value).length === 0) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A row with some of its cells or members replaced. Its text is no longer that of the file. */
export function withCells(
  { text: _text, ...row }: RawRow,
  at: CellReader,
  changes: ReadonlyMap<string, unknown>,
): RawRow {
  if (row.cells === undefined) return { ...row, members: { ...row.members, ...Object.fromEntries(changes) } };
  const cells = [...row.cells];
  for (const [column, value] of changes) {
    const place = at.placeOf(column);
    if (place >= 0) cells[place] = String(value);
  }
  return { ...row, cells };
}
