import type { GivenMapping, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";

/** The column that a rule reads; undefined for a constant or null. */
export const columnOf = (rule: ImportRule | null): string | undefined => ruleColumns(rule)[0];

/** The column that a rule reads, and those that it reads if the cell is empty. */
export function ruleColumns(rule: ImportRule | null): readonly string[] {
  if (rule === null) return [];
  if (typeof rule === "string") return [rule];
  return "column" in rule ? [rule.column, ...(rule.otherwise ?? [])] : [];
}

/** The columns that a mapping reads. */
export const usedColumns = (mapping: ImportMapping | GivenMapping): ReadonlySet<string> =>
  new Set(Object.values(mapping).flatMap(ruleColumns));
