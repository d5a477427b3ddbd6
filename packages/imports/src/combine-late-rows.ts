import { combineRows, GROUP_ROWS_MAX, textReader } from "./combine-rows.js";
import { combinedBy, createRowComparison } from "./find-combined-rows.js";
import type { ImportPlan } from "./import-plan.js";
import { columnOf } from "./mapping/rule-column.js";
import type { RawRow } from "./row.js";

/**
 * Combines consecutive rows with the same SKU in a file whose first rows have none: those that differ by a locale, a currency, a
 * warehouse or an image. Other rows stay as they are. Runs for every row of most files, so it only compares SKUs.
 */
export function createLateCombiner(plan: ImportPlan): {
  push(rows: readonly RawRow[]): readonly RawRow[];
  end(): readonly RawRow[];
} {
  const at = textReader(plan);
  const sku = columnOf(plan.mapping.sku ?? null);
  let first: RawRow | undefined;
  let group: RawRow[] = [];
  let key = "";

  function takeGroup(): readonly RawRow[] {
    const rows = group;
    group = [];
    if (rows.length < 2) return rows;
    const comparison = createRowComparison(plan);
    for (const row of rows) comparison.push(row);
    const combined = combinedBy(plan, comparison, first);
    return combined === undefined ? rows : combineRows(rows, plan, combined);
  }

  return {
    push(rows) {
      first ??= rows[0];
      const complete: RawRow[] = [];
      for (const row of rows) {
        const own = row.isSkipped ? "" : at(row, sku);
        if (own === "" || own !== key || group.length >= GROUP_ROWS_MAX) {
          if (group.length === 1 && group[0]) complete.push(group[0]);
          else complete.push(...takeGroup());
          group = [row];
        } else group.push(row);
        key = own;
      }
      return complete;
    },
    end: takeGroup,
  };
}
