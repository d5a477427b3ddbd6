import type { ParentColumns } from "./fill-down.js";
import type { RawRow } from "./row.js";
import { readPublished } from "./values/words.js";

/** Remembers the parents in a file, so that their variants can take values from them. */
export interface ParentMemory {
  complete(row: RawRow & { readonly cells: readonly string[] }): RawRow;
}

/** What variants take from a parent. */
interface Parent {
  readonly cells: readonly string[];
  /** Its SKU, otherwise its id: all of its variants are in one group, however each of them refers to it. */
  readonly name: string;
  /** The cells that say that it is not published, by their place. */
  readonly hidden: ReadonlyMap<number, string>;
}

const isHidden = (text: string): boolean => text !== "" && readPublished(text) !== true;

const BY_ID = /^id\s*:\s*(\S+)$/i;
/** The most characters kept of parents; beyond it the oldest ones are dropped. */
const CHARACTERS_MAX = 32_000_000;

export function createParentMemory(columns: readonly string[], names: ParentColumns): ParentMemory {
  const placeOf = (column: string | undefined): number => (column === undefined ? -1 : columns.indexOf(column));
  const [type, reference, sku, id] = [names.type, names.reference, names.sku, names.id].map(placeOf);
  const published = (names.published ?? []).map(placeOf).filter((place) => place >= 0);
  const counted = (names.counted ?? []).map(placeOf);
  const fills = [...names.columns, ...(names.counted ?? [])].map(placeOf).filter((place) => place >= 0);
  const parentTypes = new Set(names.parentTypes);
  const parents = new Map<string, Parent>();
  let characters = 0;

  const cellOf = (cells: readonly string[], place: number | undefined): string => (cells[place ?? -1] ?? "").trim();

  function remember(key: string, parent: Parent): void {
    if (key === "" || parents.has(key)) return;
    parents.set(key, parent);
    characters += parent.cells.join("").length;
    for (const [first, former] of parents) {
      if (characters <= CHARACTERS_MAX) break;
      parents.delete(first);
      characters -= former.cells.join("").length;
    }
  }

  return {
    complete(row) {
      const { cells } = row;
      const kinds = cellOf(cells, type)
        .toLowerCase()
        .split(/\s*,\s*/);
      if (kinds.some((kind) => parentTypes.has(kind))) {
        const byId = cellOf(cells, id) === "" ? "" : `id:${cellOf(cells, id)}`;
        const parent = {
          cells: fills.map((place) => cells[place] ?? ""),
          name: cellOf(cells, sku) || byId,
          hidden: new Map(
            published.flatMap((place) =>
              isHidden(cellOf(cells, place)) ? [[place, cellOf(cells, place)] as const] : [],
            ),
          ),
        };
        remember(cellOf(cells, sku), parent);
        remember(byId, parent);
        return { line: row.line, cells, isSkipped: true };
      }
      const named = cellOf(cells, reference);
      const parent = parents.get(named) ?? parents.get(named.replace(BY_ID, "id:$1"));
      if (parent === undefined) return row;
      const isOpen = (cell: string, place: number): boolean =>
        cell.trim() === "" ? !counted.includes(place) : cell.trim().toLowerCase() === names.sameWord;
      const own = cells.map((cell, i) => {
        if (i === reference) return parent.name;
        const hidden = parent.hidden.get(i);
        if (hidden !== undefined) return hidden;
        return isOpen(cell, i) && fills.includes(i) ? (parent.cells[fills.indexOf(i)] ?? "") : cell;
      });
      return { line: row.line, cells: own };
    },
  };
}
