import type { ReferredParents } from "./fill-down.js";
import type { RowGrouper } from "./group-rows.js";
import { createHeldRows } from "./held-rows.js";
import { isParentOf } from "./is-parent-of.js";
import type { RawRow } from "./row.js";
import { type CellReader, cellReader, withCells } from "./row-cells.js";
import { readPublished } from "./values/words.js";

/** How many parents are remembered. */
const PARENTS_MAX = 20_000;

/**
 * Leaves out the rows that other rows name as their parent, and completes those by them. A row without a parent is held back
 * until another one names it, and a row with a parent until that has been read: if the other one is too far away, both are
 * products as they are.
 */
export function createReferredParents(columns: readonly string[], names: ReferredParents): RowGrouper {
  const at = cellReader(columns);
  const completed = completerOf(at, names);
  const parents = new Map<string, RawRow>();
  const products = new Map<string, RawRow>();
  const held = createHeldRows<RawRow>();
  const waiting = createHeldRows<RawRow>();

  const isParent = (parent: RawRow, variants: readonly RawRow[]): boolean =>
    names.isLate !== true || isParentOf({ at, names }, parent, variants);

  function pushParent(name: string, row: RawRow): readonly RawRow[] {
    if (parents.has(name)) return [skipped(row)];
    if (products.has(name)) return [row];
    const variants = waiting.take(name);
    if (variants.length === 0) return held.add(name, row);
    if (!isParent(row, variants)) {
      remember(products, name, row);
      return [...variants, row];
    }
    remember(parents, name, row);
    return [...variants.map((variant) => completed(variant, row)), skipped(row)];
  }

  function pushVariant(name: string, row: RawRow): readonly RawRow[] {
    const known = parents.get(name);
    if (known !== undefined) return [completed(row, known)];
    if (products.has(name)) return [row];
    const [found, ...others] = held.take(name);
    if (found === undefined) return waiting.add(name, row);
    if (!isParent(found, [row])) {
      remember(products, name, found);
      return [found, ...others, row];
    }
    remember(parents, name, found);
    return [...[found, ...others].map(skipped), completed(row, found)];
  }

  return {
    push(row) {
      if (row.isSkipped || row.fault !== undefined) return [row];
      const own = at.text(row, names.sku);
      const parent = at.text(row, names.reference);
      // A row that names itself is one of the variants.
      if (own === "" || own === parent) return [row];
      if (parent !== "") return pushVariant(parent, row);
      return names.options.some((column) => at.text(row, column) !== "") ? [row] : pushParent(own, row);
    },
    end: () => [...held.end(), ...waiting.end()],
  };
}

/** Completes variants by their parents. */
function completerOf(at: CellReader, names: ReferredParents): (row: RawRow, parent: RawRow) => RawRow {
  const withoutPrice = [...names.columns, ...names.prices, ...names.sales];
  return (row, parent) => {
    const changes = new Map<string, unknown>();
    const hasPrice = names.prices.some((column) => at.text(row, column) !== "");
    for (const column of hasPrice ? names.columns : withoutPrice)
      if (at.text(row, column) === "" && at.text(parent, column) !== "") changes.set(column, at.value(parent, column));
    for (const column of names.published) {
      const above = at.text(parent, column);
      const isHidden = above !== "" && readPublished(above) === false;
      if (isHidden && above !== at.text(row, column)) changes.set(column, at.value(parent, column));
    }
    return changes.size === 0 ? row : withCells(row, at, changes);
  };
}

/** Remembers a row by its name, and forgets the oldest one if there are too many. */
function remember(rows: Map<string, RawRow>, name: string, row: RawRow): void {
  rows.set(name, row);
  for (const oldest of rows.keys()) {
    if (rows.size <= PARENTS_MAX) break;
    rows.delete(oldest);
  }
}

const skipped = ({ line, place, cells, members }: RawRow): RawRow => ({
  line,
  ...(place !== undefined && { place }),
  ...(cells && { cells }),
  ...(members && { members }),
  isSkipped: true,
});
