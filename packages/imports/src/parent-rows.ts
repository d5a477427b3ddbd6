import type { ParentColumns } from "./fill-down.js";
import type { RawRow } from "./row.js";

/** Remembers the parents in a file, so that their variants can take values from them. */
export interface ParentMemory {
  complete(row: RawRow & { readonly cells: readonly string[] }): RawRow;
}

/** The most characters kept of parents; beyond it the oldest ones are dropped. */
const CHARACTERS_MAX = 32_000_000;

export function createParentMemory(columns: readonly string[], names: ParentColumns): ParentMemory {
  const placeOf = (column: string | undefined): number => (column === undefined ? -1 : columns.indexOf(column));
  const [type, reference, sku, id] = [names.type, names.reference, names.sku, names.id].map(placeOf);
  const fills = names.columns.map(placeOf).filter((place) => place >= 0);
  const parentTypes = new Set(names.parentTypes);
  const parents = new Map<string, readonly string[]>();
  let characters = 0;

  const cellOf = (cells: readonly string[], place: number | undefined): string => (cells[place ?? -1] ?? "").trim();

  function remember(key: string, cells: readonly string[]): void {
    if (key === "" || parents.has(key)) return;
    const kept = fills.map((place) => cells[place] ?? "");
    parents.set(key, kept);
    characters += kept.join("").length;
    for (const [first, former] of parents) {
      if (characters <= CHARACTERS_MAX) break;
      parents.delete(first);
      characters -= former.join("").length;
    }
  }

  return {
    complete(row) {
      const { cells } = row;
      const kinds = cellOf(cells, type)
        .toLowerCase()
        .split(/\s*,\s*/);
      if (kinds.some((kind) => parentTypes.has(kind))) {
        remember(cellOf(cells, sku), cells);
        if (cellOf(cells, id) !== "") remember(`id:${cellOf(cells, id)}`, cells);
        return { line: row.line, cells, isSkipped: true };
      }
      const parent = parents.get(cellOf(cells, reference));
      if (parent === undefined) return row;
      const isOpen = (cell: string): boolean => cell.trim() === "" || cell.trim().toLowerCase() === names.sameWord;
      const own = cells.map((cell, i) => (isOpen(cell) && fills.includes(i) ? (parent[fills.indexOf(i)] ?? "") : cell));
      return { line: row.line, cells: own };
    },
  };
}
