import type { ImportPreview } from "@skucast/contracts/imports/import";

/** The mapping of what comes from a column, with a prefix for its URLs. */
export function prefixMapping(
  mapping: ImportPreview["mapping"],
  column: string,
  prefix: string,
): Record<string, unknown> {
  const entries = Object.entries(mapping).flatMap(([target, rule]) => {
    const named = typeof rule === "string" ? { column: rule } : rule;
    const isOfColumn = typeof named === "object" && named !== null && "column" in named && named.column === column;
    return isOfColumn ? [[target, { ...named, prefix }]] : [];
  });
  return Object.fromEntries(entries);
}
