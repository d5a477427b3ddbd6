import type { ImportRule } from "@skucast/contracts/imports/mapping";

/** The column that a rule reads; undefined for a constant or null. */
export function columnOf(rule: ImportRule | null): string | undefined {
  if (rule === null || typeof rule === "string") return rule ?? undefined;
  return "column" in rule ? rule.column : undefined;
}
