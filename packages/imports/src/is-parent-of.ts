import type { ReferredParents } from "./fill-down.js";
import type { RawRow } from "./row.js";
import type { CellReader } from "./row-cells.js";

interface Reading {
  readonly at: CellReader;
  readonly names: ReferredParents;
}

/**
 * Whether a row that others name as their parent is no product of its own: it has no option, while its variants have, or
 * variants leave their title or price to it, or its stock is the sum of theirs.
 */
export function isParentOf({ at, names }: Reading, parent: RawRow, variants: readonly RawRow[]): boolean {
  const hasAny = (row: RawRow, some: readonly string[]): boolean => some.some((column) => at.text(row, column) !== "");
  if (hasAny(parent, [names.reference, ...names.options])) return false;
  const stockOf = (row: RawRow): number =>
    Number((names.counts ?? []).map((column) => at.text(row, column)).find((text) => text !== ""));
  return (
    (names.options.length > 0 && variants.every((variant) => hasAny(variant, names.options))) ||
    [names.titles ?? [], names.prices].some(
      (some) => hasAny(parent, some) && variants.some((variant) => !hasAny(variant, some)),
    ) ||
    (variants.length > 1 &&
      stockOf(parent) > 0 &&
      stockOf(parent) === variants.reduce((sum, variant) => sum + stockOf(variant), 0))
  );
}
