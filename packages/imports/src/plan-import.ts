import type { ImportColumn, ImportOptions, ImportPreviewRow } from "@skucast/contracts/imports/import";
import { validationFailed } from "@skucast/contracts/problem";
import type { ImportPlan } from "./import-plan.js";
import { lookAtFile } from "./look-at-file.js";
import { columnOf } from "./mapping/guess-mapping.js";
import { createRowReader } from "./product-reader.js";
import type { RawRow } from "./row.js";

export interface PlannedImport {
  readonly plan: ImportPlan;
  readonly columns: readonly ImportColumn[];
  readonly preview: readonly ImportPreviewRow[];
}

/** So many of the first rows are shown. */
export const PREVIEW_ROWS = 5;
const COLUMNS_NAMED_MAX = 30;

/** How a file is imported: its format, its columns, what they become, its first rows. Throws the Problem that says why it cannot be. */
export async function planImport(
  path: string,
  sent: { mediaType: string | null; options: ImportOptions },
): Promise<PlannedImport> {
  const { plan, rows } = await lookAtFile(path, sent);
  if (!("sku" in plan.mapping)) throw noSku(plan.columns);
  return { plan, columns: usesOf(plan), preview: previewOf(plan, rows) };
}

function noSku(columns: readonly string[]) {
  const named = columns.slice(0, COLUMNS_NAMED_MAX).join(", ");
  const message = `no column is known to be the SKU; name it with mapping. Columns: ${named}`;
  return validationFailed([{ pointer: "/mapping/sku", code: "required", message: message.slice(0, 1_000) }]);
}

/** What each column becomes. */
export function usesOf({ columns, mapping }: ImportPlan): ImportColumn[] {
  const uses = Object.entries(mapping).map(([target, rule]) => ({ target, column: columnOf(rule) }));
  return columns.map((name) => ({
    name,
    fields: uses.filter(({ column }) => column === name).map(({ target }) => target.replace(/#.*/, "")),
  }));
}

/** The first rows as products, with their faults. */
function previewOf(plan: ImportPlan, rows: readonly RawRow[]): ImportPreviewRow[] {
  const reader = createRowReader(plan);
  return rows.slice(0, PREVIEW_ROWS).map((raw) => {
    const given = reader.find(raw);
    const row = reader.check(given);
    const product = row.type === "product" ? row.body : reader.bodyOf(given);
    const errors = row.type === "invalid" ? [...row.faults] : [];
    return { line: row.line, sku: row.sku, product: { ...product }, errors };
  });
}
