import type { ReferredParents } from "./fill-down.js";
import type { RowGrouper } from "./group-rows.js";
import type { RawRow } from "./row.js";
import { readPublished } from "./values/words.js";

type CellRow = RawRow & { readonly cells: readonly string[] };

/** How many rows are held back until it is known whether others name them as their parent, and how many characters. */
const ROWS_MAX = 5_000;
const CHARACTERS_MAX = 32_000_000;

/**
 * Leaves out the rows that other rows name as their parent, and completes those by them. A row without a parent is held back
 * until another one names it, and a row with a parent until that has been read: if the other one is too far away, both are
 * products as they are.
 */
export function createReferredParents(columns: readonly string[], names: ReferredParents): RowGrouper {
  const placeOf = (column: string): number => columns.indexOf(column);
  const placesOf = (some: readonly string[]): number[] => some.map(placeOf).filter((place) => place >= 0);
  const sku = placeOf(names.sku);
  const reference = placeOf(names.reference);
  const options = placesOf(names.options);
  const fills = placesOf(names.columns);
  const prices = placesOf(names.prices);
  const withoutPrice = [...fills, ...prices, ...placesOf(names.sales)];
  const states = placesOf(names.published);
  const parents = new Map<string, CellRow>();
  const held = createHeldRows();
  const waiting = createHeldRows();

  const textAt = ({ cells }: CellRow, place: number): string => (cells[place] ?? "").trim();

  function completed({ text, ...row }: CellRow, parent: CellRow): RawRow {
    const open = prices.some((place) => textAt(row, place) !== "") ? fills : withoutPrice;
    const cells = row.cells.map((cell, place) => {
      const above = parent.cells[place] ?? "";
      const hides = states.includes(place) && above.trim() !== "" && readPublished(above.trim()) === false;
      return hides || (cell.trim() === "" && open.includes(place)) ? above : cell;
    });
    const isSame = cells.every((cell, place) => cell === row.cells[place]);
    return isSame ? { ...row, ...(text !== undefined && { text }) } : { ...row, cells };
  }

  function remember(name: string, parent: CellRow): void {
    parents.set(name, parent);
    for (const first of parents.keys()) {
      if (parents.size <= ROWS_MAX) break;
      parents.delete(first);
    }
  }

  const skipped = ({ line, cells }: CellRow): RawRow => ({ line, cells, isSkipped: true });

  function pushParent(name: string, row: CellRow): readonly RawRow[] {
    if (parents.has(name)) return [skipped(row)];
    const variants = waiting.take(name);
    if (variants.length === 0) return held.add(name, row);
    remember(name, row);
    return [...variants.map((variant) => completed(variant, row)), skipped(row)];
  }

  function pushVariant(parent: string, row: CellRow): readonly RawRow[] {
    const known = parents.get(parent);
    if (known !== undefined) return [completed(row, known)];
    const [found, ...others] = held.take(parent);
    if (found === undefined) return waiting.add(parent, row);
    remember(parent, found);
    return [...[found, ...others].map(skipped), completed(row, found)];
  }

  return {
    push(raw) {
      if (raw.cells === undefined || raw.isSkipped || raw.fault !== undefined) return [raw];
      const row = { ...raw, cells: raw.cells };
      const own = textAt(row, sku);
      const parent = textAt(row, reference);
      // A row that names itself is one of the variants.
      if (own === "" || own === parent) return [raw];
      if (parent !== "") return pushVariant(parent, row);
      return options.some((place) => textAt(row, place) !== "") ? [raw] : pushParent(own, row);
    },
    end: () => [...held.end(), ...waiting.end()],
  };
}

/** Rows that are held back, by a name. The oldest are given up when there are too many. */
function createHeldRows() {
  const rows = new Map<string, CellRow[]>();
  let count = 0;
  let characters = 0;

  function take(name: string): readonly CellRow[] {
    const taken = rows.get(name) ?? [];
    rows.delete(name);
    count -= taken.length;
    for (const { cells } of taken) characters -= lengthOf(cells);
    return taken;
  }

  return {
    take,
    /** Keeps a row; returns those that are given up. */
    add(name: string, row: CellRow): readonly CellRow[] {
      const kept = rows.get(name);
      if (kept) kept.push(row);
      else rows.set(name, [row]);
      count += 1;
      characters += lengthOf(row.cells);
      const given: CellRow[] = [];
      for (const oldest of rows.keys()) {
        if (count <= ROWS_MAX && characters <= CHARACTERS_MAX) break;
        given.push(...take(oldest));
      }
      return given;
    },
    end: (): readonly CellRow[] => [...rows.keys()].flatMap(take),
  };
}

const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.length, 0);
