import type { RawRow } from "../row.js";

export type Cells = readonly string[];
export type CellRow = RawRow & { readonly cells: Cells };

export const cellOf = (cells: Cells, place: number): string => (cells[place] ?? "").trim();
export const hasCells = (row: RawRow): row is CellRow => row.cells !== undefined;
export const skipped = ({ line, cells, inapplicable }: CellRow): RawRow => ({
  line,
  cells,
  isSkipped: true,
  ...(inapplicable && { inapplicable }),
});

/** A row with some cells replaced, by position. A value that is replaced by nothing does not apply to the product. */
export function withCells(row: CellRow, changes: ReadonlyMap<number, string>): CellRow {
  const { line, cells, inapplicable, faultIfUnread } = row;
  const emptied = new Set(inapplicable);
  for (const [place, text] of changes)
    if (text !== "") emptied.delete(place);
    else if (cellOf(cells, place) !== "") emptied.add(place);
  return {
    line,
    cells: cells.map((cell, place) => changes.get(place) ?? cell),
    ...(emptied.size > 0 && { inapplicable: emptied }),
    ...(faultIfUnread && { faultIfUnread }),
  };
}

/** A row that takes the empty ones of these cells from another row. */
export const filledFrom = (row: CellRow, from: Cells, places: readonly number[]): CellRow =>
  withCells(
    row,
    new Map(places.flatMap((place) => (cellOf(row.cells, place) === "" ? [[place, from[place] ?? ""] as const] : []))),
  );

const ROWS_MAX = 5_000;
const CHARACTERS_MAX = 16_000_000;

/** Rows that are kept until it is known what they are, by a key. The oldest are given up when there are too many. */
export interface HeldRows {
  /** Keeps a row; returns those that are given up. */
  hold(key: string, row: CellRow): readonly RawRow[];
  take(key: string): CellRow | undefined;
  all(): readonly RawRow[];
}

export function createHeldRows(): HeldRows {
  const rows = new Map<string, CellRow>();
  let characters = 0;
  const sizeOf = ({ cells }: CellRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

  function take(key: string): CellRow | undefined {
    const row = rows.get(key);
    if (row === undefined) return undefined;
    rows.delete(key);
    characters -= sizeOf(row);
    return row;
  }

  return {
    take,
    hold(key, row) {
      const given: RawRow[] = [];
      const former = take(key);
      if (former !== undefined) given.push(former);
      rows.set(key, row);
      characters += sizeOf(row);
      for (const oldest of rows.keys()) {
        if (rows.size <= ROWS_MAX && characters <= CHARACTERS_MAX) break;
        const row = take(oldest);
        if (row !== undefined) given.push(row);
      }
      return given;
    },
    all: () => [...rows.keys()].flatMap((key) => take(key) ?? []),
  };
}
