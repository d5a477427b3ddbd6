import { removeProducts } from "@skucast/catalog/imports/apply-rows";
import { listLiveProducts } from "@skucast/db/products/list-live-products";
import { createSkuReader } from "@skucast/imports/product-reader";
import { readRows } from "@skucast/imports/read-rows";
import { createSkuSet, type SkuSet } from "@skucast/imports/sku-set";
import type { ImporterContext } from "../context.js";
import type { FileWork } from "./apply-file.js";
import { NOTHING_FOUND, type Progress, saveProgress } from "./change-import.js";
import { type ClaimedImport, Held, Rejected } from "./claimed-import.js";

const PAGE = 1_000;

/** The SKUs of a file. Reads the whole file, so that a broken one is rejected before anything is changed. */
export async function skusOf(
  { settings }: Pick<ImporterContext, "settings">,
  { work, path, check }: FileWork,
): Promise<SkuSet> {
  const skus = createSkuSet();
  const read = createSkuReader(work.plan);
  for await (const rows of readRows(path, work.plan, settings.rowsMax).rows) {
    check();
    for (const row of rows) {
      const sku = read(row);
      if (sku !== null) skus.add(sku);
    }
  }
  return skus;
}

/** Throws Rejected, or Held for a source, when the import would remove more products than allowed. Changes nothing. */
export async function checkRemoval(ctx: ImporterContext, work: ClaimedImport, kept: SkuSet): Promise<void> {
  let live = 0;
  let missing = 0;
  for await (const page of livePages(ctx, work)) {
    live += page.length;
    missing += page.filter((sku) => !kept.has(sku)).length;
  }
  if (missing === 0 || missing * 100 <= live * work.maxRemovalPercent) return;
  const reason =
    `The file lacks ${missing} of ${live} products, which would be removed: more than ${work.maxRemovalPercent} % ` +
    "(max_removal_percent). Nothing was changed";
  if (work.sourceId !== null) throw new Held(`${reason}.`);
  throw new Rejected(`${reason}. If this is intended, import the file again with a higher max_removal_percent.`);
}

/** Archives or deletes the products that are not in the file, page by page. */
export async function removeMissing(
  ctx: ImporterContext,
  { work, check }: FileWork,
  kept: SkuSet,
  before: Progress,
): Promise<Progress> {
  const changedBy = { type: "import", id: work.id } as const;
  const { missing: removal, validateOnly } = work;
  const options = { missing: removal, changedBy, validateOnly };
  let progress = before;
  for await (const page of livePages(ctx, work)) {
    const missing = page.filter((sku) => !kept.has(sku));
    if (missing.length === 0) continue;
    check();
    const outcomes = await removeProducts(ctx, work, missing, options);
    const removed = outcomes.filter(({ type }) => type === "updated" || type === "deleted").length;
    progress = { ...progress, counts: { ...progress.counts, removed: progress.counts.removed + removed } };
    await saveProgress(ctx, work, progress, NOTHING_FOUND);
  }
  return progress;
}

export async function* livePages({ db }: ImporterContext, work: ClaimedImport): AsyncGenerator<readonly string[]> {
  for (let after = ""; ; ) {
    const page = await listLiveProducts(db, work, { after, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}
