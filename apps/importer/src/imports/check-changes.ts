import { createRowReader } from "@skucast/imports/product-reader";
import { readRows } from "@skucast/imports/read-rows";
import type { ImporterContext } from "../context.js";
import type { FileWork } from "./apply-file.js";
import { Held } from "./claimed-import.js";
import { livePages } from "./remove-missing.js";
import { writeBatch } from "./write-batch.js";

/** Does a dry run of the file. Throws Held when the import of a source would change more products than allowed. */
export async function checkChanges(ctx: ImporterContext, { work, path, check }: FileWork): Promise<void> {
  const { maxChangePercent } = work;
  if (maxChangePercent === null || work.sourceId === null) return;
  let live = 0;
  for await (const page of livePages(ctx, work)) live += page.length;
  const reader = createRowReader(work.plan, () => ctx.clock.now().getTime(), work.sourceId);
  const dryRun = { ...work, validateOnly: true };
  let changed = 0;
  for await (const some of readRows(path, work.plan, ctx.settings.rowsMax).rows) {
    check();
    const rows = some.map((raw) => reader.find(raw));
    for (let from = 0; from < rows.length; from += ctx.settings.batchRows) {
      const batch = rows.slice(from, from + ctx.settings.batchRows);
      changed += (await writeBatch(ctx, { work: dryRun, reader, rows: batch })).counts.updated;
    }
  }
  if (changed * 100 <= live * maxChangePercent) return;
  throw new Held(
    `The file would change ${changed} of ${live} products: more than ${maxChangePercent} % (max_change_percent). Nothing was changed.`,
  );
}
