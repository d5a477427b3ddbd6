import type { Import } from "@skucast/contracts/imports/import";

/** The status of an import and its row counts, in one line. */
export function summaryOf({ status, mode, validate_only, counts }: Import): string {
  const { received, created, updated, unchanged, skipped, invalid, warned, removed } = counts;
  const trial = validate_only ? " (validated only)" : "";
  const rows = `${received} rows = ${created} created + ${updated} updated + ${unchanged} unchanged + ${skipped} skipped + ${invalid} invalid`;
  return `${status}${trial}: ${rows}${warned > 0 ? `; ${warned} with warnings` : ""}${mode === "replace" ? `; ${removed} removed` : ""}`;
}
