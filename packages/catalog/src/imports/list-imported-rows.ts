import { cellsByOutcome, type ImportedRow, type RowKind } from "@skucast/contracts/imports/imported-row";
import { bindingOf } from "@skucast/contracts/principal";
import { listImportOutcomes } from "@skucast/db/imports/list-import-outcomes";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { getImportFile } from "./get-import-file.js";

interface Selection {
  readonly id: string;
  readonly kind?: RowKind | undefined;
  readonly line?: number | undefined;
}

/** Blocks may be read without a selected row when many of them contain the line. */
const BLOCKS_MAX = 200;

/** A page of the rows of an import in the order of the file, with what became of each and of its cells. */
export async function listImportedRows(call: Call<PageRequest & Selection>): Promise<Page<ImportedRow>> {
  const { ctx, principal, input } = call;
  const { id, kind, line, after, limit } = input;
  const { imported } = await getImportFile({ ctx, principal, input: { id } });
  const names = imported.columns.map(({ name }) => name);
  const items: ImportedRow[] = [];
  let blocks = 0;
  const selection = { from: after === "" ? 0 : Number(after), kind, line };
  for await (const { results, end } of listImportOutcomes(ctx.db, bindingOf(principal), id, selection)) {
    for (const { place, line: at, sku, outcome, isWarned, cells } of results) {
      if (items.length === limit) return { items, next: String(place) };
      const shown = { row: place + 1, line: at, sku, outcome, is_warned: isWarned };
      items.push({ ...shown, cells: cellsByOutcome(names, cells) });
    }
    blocks += 1;
    if (blocks === BLOCKS_MAX) return { items, next: String(end) };
  }
  return { items, next: null };
}
