import type { RawRow } from "./row.js";

/** How many rows are held back until it is known what they are, and how many characters. */
const ROWS_MAX = 20_000;
const CHARACTERS_MAX = 32_000_000;

/** Rows that are held back, by a name. The oldest are given up when there are too many. */
export interface HeldRows<Row extends RawRow> {
  take(name: string): readonly Row[];
  /** Keeps a row; returns those that are given up. */
  add(name: string, row: Row): readonly Row[];
  end(): readonly Row[];
}

export function createHeldRows<Row extends RawRow>(): HeldRows<Row> {
  const rows = new Map<string, Row[]>();
  let count = 0;
  let characters = 0;

  function take(name: string): readonly Row[] {
    const taken = rows.get(name);
    if (taken === undefined) return NONE;
    rows.delete(name);
    count -= taken.length;
    for (const row of taken) characters -= sizeOf(row);
    return taken;
  }

  return {
    take,
    add(name, row) {
      const kept = rows.get(name);
      if (kept) kept.push(row);
      else rows.set(name, [row]);
      count += 1;
      characters += sizeOf(row);
      const given: Row[] = [];
      for (const oldest of rows.keys()) {
        if (count <= ROWS_MAX && characters <= CHARACTERS_MAX) break;
        given.push(...take(oldest));
      }
      return given;
    },
    end: () => [...rows.keys()].flatMap(take),
  };
}

const NONE: readonly never[] = [];

/** The characters of a row. */
export const sizeOf = ({ cells, members, text }: RawRow): number =>
  cells === undefined ? (text?.length ?? sizeIn(members)) : cells.reduce((sum, cell) => sum + cell.length, 0);

function sizeIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + sizeIn(inner), 0);
}
