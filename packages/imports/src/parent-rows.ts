import type { ParentColumns } from "./fill-down.js";
import { createHeldRows } from "./held-rows.js";
import type { RawRow } from "./row.js";
import { readPublished } from "./values/words.js";

type CellRow = RawRow & { readonly cells: readonly string[] };

/** What a row keeps when its cells change. */
const ownOf = ({ line, inapplicable, faultIfUnread }: CellRow): RawRow => ({
  line,
  ...(inapplicable && { inapplicable }),
  ...(faultIfUnread && { faultIfUnread }),
});

/** Remembers the parents in a file, so that their variants can take values from them, above and below them. */
export interface ParentMemory {
  /** Returns the rows that are complete: a variant waits for its parent. */
  complete(row: CellRow): readonly RawRow[];
  /** The variants whose parent is not in the file. */
  end(): readonly RawRow[];
}

/** What variants take from a parent. */
interface Parent {
  readonly cells: readonly string[];
  /** Its SKU, otherwise its id: all of its variants are in one group, however each of them refers to it. */
  readonly name: string;
  readonly title: string;
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
  const [titleFrom, titleTo] = [names.title?.from, names.title?.to].map(placeOf);
  const parentTypes = new Set(names.parentTypes);
  const parents = new Map<string, Parent>();
  const waiting = createHeldRows<CellRow>();
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

  function completed(row: CellRow, parent: Parent): RawRow {
    const isOpen = (cell: string, place: number): boolean =>
      cell.trim() === "" ? !counted.includes(place) : cell.trim().toLowerCase() === names.sameWord;
    const own = row.cells.map((cell, i) => {
      if (i === reference) return parent.name;
      if (i === titleTo) return parent.title;
      const hidden = parent.hidden.get(i);
      if (hidden !== undefined) return hidden;
      return isOpen(cell, i) && fills.includes(i) ? (parent.cells[fills.indexOf(i)] ?? "") : cell;
    });
    return { ...ownOf(row), cells: own };
  }

  return {
    complete(row) {
      const { cells } = row;
      const kinds = cellOf(cells, type)
        .toLowerCase()
        .split(",")
        .map((kind) => kind.trim());
      if (kinds.some((kind) => parentTypes.has(kind))) {
        const byId = cellOf(cells, id) === "" ? "" : `id:${cellOf(cells, id)}`;
        const parent = {
          cells: fills.map((place) => cells[place] ?? ""),
          name: cellOf(cells, sku) || byId,
          title: cellOf(cells, titleFrom),
          hidden: new Map(
            published.flatMap((place) =>
              isHidden(cellOf(cells, place)) ? [[place, cellOf(cells, place)] as const] : [],
            ),
          ),
        };
        remember(cellOf(cells, sku), parent);
        remember(byId, parent);
        const variants = [cellOf(cells, sku), byId].flatMap((key) => waiting.take(key));
        return [...variants.map((variant) => completed(variant, parent)), { ...ownOf(row), cells, isSkipped: true }];
      }
      const named = cellOf(cells, reference).replace(BY_ID, "id:$1");
      if (named === "") return [row];
      const parent = parents.get(named);
      return parent === undefined ? waiting.add(named, row) : [completed(row, parent)];
    },
    end: () => waiting.end(),
  };
}
