import { removeProducts } from "@skucast/catalog/imports/apply-rows";
import { Problem } from "@skucast/contracts/problem";
import type { ProductContent } from "@skucast/contracts/products/product";
import { listOtherSources } from "@skucast/db/imports/list-other-sources";
import { listLiveProducts } from "@skucast/db/products/list-live-products";
import { readProducts } from "@skucast/db/products/read-products";
import { createIdentityReader } from "@skucast/imports/product-reader";
import { readRows } from "@skucast/imports/read-rows";
import { createSkuSet, type SkuSet } from "@skucast/imports/sku-set";
import type { ImporterContext } from "../context.js";
import type { FileWork } from "./apply-file.js";
import { NOTHING_FOUND, type Progress, saveProgress } from "./change-import.js";
import { type ClaimedImport, Held, Rejected } from "./claimed-import.js";

const PAGE = 1_000;
/** How many of the products that would be removed are named. */
const NAMED_MAX = 5;
/** If more rows have no SKU, each counts as one that cannot be read. */
const TITLES_MAX = 10_000;

/** The products that a file is about. */
export interface FileProducts {
  readonly skus: SkuSet;
  /** The titles in rows without a SKU. */
  readonly titles: ReadonlySet<string>;
  /** Rows that could be about any product, and the line of the first one. */
  readonly unreadable: { readonly rows: number; readonly line: number };
}

/** Finds the products of a file. Reads the whole file, so that a broken one is rejected before anything is changed. */
export async function productsOf(
  { settings }: Pick<ImporterContext, "settings">,
  { work, path, check }: FileWork,
): Promise<FileProducts> {
  const skus = createSkuSet();
  const titles = new Set<string>();
  const unreadable = { rows: 0, line: 0 };
  const identityOf = createIdentityReader(work.plan);
  for await (const rows of readRows(path, work.plan, settings.rowsMax).rows) {
    check();
    for (const row of rows) {
      const found = identityOf(row);
      if (found.type === "sku") skus.add(found.sku);
      else if (found.type === "title" && titles.size < TITLES_MAX) titles.add(found.title);
      else if (found.type !== "none") {
        if (unreadable.rows === 0) unreadable.line = row.line;
        unreadable.rows += 1;
      }
    }
  }
  return { skus, titles, unreadable };
}

/** Why no product is removed, for users: a row that cannot be read may be about any of them. Null if products may be. */
export function removalNote({ unreadable: { rows, line } }: FileProducts): string | null {
  if (rows === 0) return null;
  const what = rows === 1 ? `The row in line ${line}` : `${rows} rows, the first one in line ${line},`;
  return `${what} could not be read and may be about any product, so no product was removed. Correct the file and import it again.`;
}

/**
 * Throws Rejected, or Held for a source, when the import would remove more products than allowed: of all, without those of
 * other sources, which it never removes. Changes nothing.
 */
export async function checkRemoval(ctx: ImporterContext, work: ClaimedImport, file: FileProducts): Promise<void> {
  if (removalNote(file) !== null) return;
  let live = 0;
  let missing = 0;
  let kept = 0;
  const named: string[] = [];
  const otherSources = await listOtherSources(ctx.db, work);
  for await (const page of livePages(ctx, work, otherSources)) {
    const absent = page.filter((sku) => !file.skus.has(sku));
    const removed = await withoutTitles(ctx, work, absent, file);
    live += page.length;
    missing += removed.length;
    named.push(...removed.slice(0, NAMED_MAX - named.length));
    kept += absent.length - removed.length;
  }
  if (missing === 0 || missing * 100 <= live * work.maxRemovalPercent) return;
  const reason =
    `The file lacks ${missing} of ${live} products (${namedOf(missing, named)}), which would be removed: more than ${work.maxRemovalPercent} % ` +
    "(max_removal_percent). " +
    (kept === 0 ? "" : `It has rows without a SKU with the titles of ${kept} more, which would stay. `) +
    "Nothing was changed";
  if (work.sourceId !== null) throw new Held(`${reason}.`);
  throw new Rejected(`${reason}. If this is intended, import the file again with a higher max_removal_percent.`);
}

/** The first SKUs in the words of a sentence. */
const namedOf = (count: number, skus: readonly string[]): string =>
  count > skus.length ? `such as ${skus.join(", ")}` : skus.join(", ");

/**
 * Archives or deletes the products that are not in the file, page by page, unless a row could not be read. Products that
 * another source had last stay.
 */
export async function removeMissing(
  ctx: ImporterContext,
  { work, check }: FileWork,
  file: FileProducts,
  before: Progress,
): Promise<Progress> {
  const note = removalNote(file);
  if (note !== null) return { ...before, note };
  const changedBy = { type: "import", id: work.id } as const;
  const { missing: removal, validateOnly } = work;
  const options = { missing: removal, changedBy, validateOnly };
  const otherSources = await listOtherSources(ctx.db, work);
  let progress = before;
  for await (const page of livePages(ctx, work, otherSources)) {
    const absent = page.filter((sku) => !file.skus.has(sku));
    const missing = await withoutTitles(ctx, work, absent, file);
    if (missing.length === 0) continue;
    check();
    const outcomes = await removeProducts(ctx, work, missing, options);
    const removed = outcomes.filter(({ type }) => type === "updated" || type === "deleted").length;
    progress = { ...progress, counts: { ...progress.counts, removed: progress.counts.removed + removed } };
    await saveProgress(ctx, work, progress, NOTHING_FOUND);
  }
  return progress;
}

/** The products whose title no row without a SKU has: such a row may be about a product whose SKU was lost. */
async function withoutTitles(
  ctx: ImporterContext,
  work: ClaimedImport,
  skus: readonly string[],
  file: FileProducts,
): Promise<readonly string[]> {
  const { titles } = file;
  if (titles.size === 0 || skus.length === 0) return skus;
  const stored = await readProducts(ctx.db, work, skus).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "payload_too_large" && skus.length > 1) return undefined;
    throw error;
  });
  if (stored === undefined) {
    const half = Math.ceil(skus.length / 2);
    const first = await withoutTitles(ctx, work, skus.slice(0, half), file);
    return [...first, ...(await withoutTitles(ctx, work, skus.slice(half), file))];
  }
  return skus.filter((sku) => {
    const { title = "", item_group_title: group = "" } = JSON.parse(stored.get(sku)?.doc ?? "{}") as ProductContent;
    return !titles.has(title) && !titles.has(group);
  });
}

/** The workspace's live products, without those of some sources. */
export async function* livePages(
  { db }: ImporterContext,
  work: ClaimedImport,
  otherSources: readonly string[] = [],
): AsyncGenerator<readonly string[]> {
  for (let after = ""; ; ) {
    const page = await listLiveProducts(db, work, { after, limit: PAGE, otherSources });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}
