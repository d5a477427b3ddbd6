import { type Import, type ImportQuestion, importSchema } from "@skucast/contracts/imports/import";
import { isForNewProducts } from "@skucast/contracts/imports/is-for-new-products";
import { cellCountsOf } from "@skucast/contracts/imports/report";
import type { Import as ImportRow } from "@skucast/db/generated/client";

/** A stored import as returned to clients. */
export function importOf(row: ImportRow): Import {
  const plan = row.plan as Partial<{ format: string; compression: string; mapping: object; clears_empty: boolean }>;
  const { format = null, compression = null, mapping = {}, clears_empty: clearsEmpty = row.mode === "replace" } = plan;
  const bytesRead = Number(row.bytesRead);
  const bytesTotal = Number(row.bytesTotal);
  return importSchema.parse({
    id: row.id,
    status: row.status,
    mode: row.mode,
    missing: row.missing,
    max_removal_percent: row.maxRemovalPercent,
    empty_cells: clearsEmpty ? "clear" : "keep",
    validate_only: row.validateOnly,
    file_name: row.fileName,
    source_id: row.sourceId,
    trigger: row.trigger,
    fetch: row.fetched,
    hold: row.hold,
    format,
    compression,
    mapping,
    columns: withCells(row.columns, row.cellCounts),
    questions: openQuestions(row),
    counts: row.counts,
    progress: {
      bytes_read: bytesRead,
      bytes_total: bytesTotal,
      percent: Math.min(100, Math.floor((bytesRead / Math.max(bytesTotal, 1)) * 100)),
    },
    error_count: row.errorCount,
    correctable_rows: row.faultyRows,
    error: row.error,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    undone_at: row.undoneAt?.toISOString() ?? null,
  });
}

/** The questions of the file. Those about fields of new products are open while a row may be rejected for one. */
function openQuestions({ questions, counts }: ImportRow): readonly ImportQuestion[] {
  const { received, invalid } = counts as Import["counts"];
  const areNewRejected = received === 0 || invalid > 0;
  // Stored by the server, as the schema has them.
  return (questions as unknown as ImportQuestion[]).filter((one) => areNewRejected || !isForNewProducts(one));
}

/** The columns with what became of their cells, once there are counts. */
function withCells(columns: ImportRow["columns"], counts: ImportRow["cellCounts"]): unknown {
  const table = counts as readonly (readonly number[])[];
  if (!Array.isArray(columns) || table.length === 0) return columns;
  return columns.map((column, i) => ({ ...(column as object), cells: cellCountsOf(table[i] ?? []) }));
}
