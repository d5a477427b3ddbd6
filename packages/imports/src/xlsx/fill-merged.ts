import type { MergedCells } from "./after-rows.js";

/** Gives the cells below the first of merged ones its value, row by row. */
export interface MergeFiller {
  /** Fills the empty cells of a row that is not empty, and returns how many characters were added. */
  fill(line: number, cells: string[]): number;
}

/** More cells than a row of a table has are not merged over rows. */
const ACTIVE_MAX = 200;

interface Active {
  readonly merged: MergedCells;
  readonly text: string;
}

export function createMergeFiller(merged: readonly MergedCells[]): MergeFiller {
  const sorted = merged.toSorted((one, other) => one.first - other.first);
  let next = 0;
  let active: Active[] = [];

  function begin(line: number, cells: readonly string[]): void {
    for (let found = sorted[next]; found !== undefined && found.first <= line; found = sorted[next]) {
      next += 1;
      const text = found.first === line ? (cells[found.column - 1] ?? "") : "";
      if (text.trim() !== "" && active.length < ACTIVE_MAX) active.push({ merged: found, text });
    }
  }

  return {
    fill(line, cells) {
      if (active.length === 0 && next >= sorted.length) return 0;
      active = active.filter(({ merged: { last } }) => last >= line);
      let added = 0;
      for (const {
        merged: { column },
        text,
      } of active) {
        if ((cells[column - 1] ?? "").trim() !== "") continue;
        while (cells.length < column) cells.push("");
        cells[column - 1] = text;
        added += text.length;
      }
      begin(line, cells);
      return added;
    },
  };
}
