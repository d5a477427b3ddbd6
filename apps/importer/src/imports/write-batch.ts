import { applyRows, type ProductRow } from "@skucast/catalog/imports/apply-rows";
import type { RowOutcome } from "@skucast/catalog/imports/row-outcome";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import {
  type HashedRow,
  type RowProduct,
  readRowProducts,
  storeRowHashes,
  type UnchangedRow,
} from "@skucast/db/imports/import-rows";
import type { GivenRow, ImportRow } from "@skucast/imports/product-reader";
import type { ImporterContext } from "../context.js";
import { type Batch, isSame } from "./batch.js";
import type { ClaimedImport } from "./claimed-import.js";
import type { Tally } from "./tally.js";
import { tallyOf } from "./tally-batch.js";

type CheckedRow = Extract<ImportRow, { type: "product" }>;

/**
 * Writes the products of some rows, which contain each SKU once, and returns the result of every row. Rows that are
 * identical to an earlier import, and whose products have not changed since, are not checked again. Writing a batch twice
 * has the same result as writing it once.
 */
export async function writeBatch(ctx: ImporterContext, { work, reader, rows }: Batch): Promise<Tally> {
  const { same, others } = await readRowProducts(ctx.db, work, rows.filter(isHashed));
  const checked = rows.flatMap((row) => (isSame(same, row) ? [] : reader.check(row)));
  const products = checked
    .filter((row) => row.type === "product")
    .map((row) => ({
      ...row,
      body: withFormerStatus(row.body, others.get(row.sku)),
      read: readOf(others.get(row.sku)),
      isStrict: work.plan.is_strict ?? false,
    }));
  const outcomes = await apply(ctx, work, products);
  if (!work.validateOnly) await storeRowHashes(ctx.db, work, confirmed(products, outcomes, work), work.sourceId);
  return tallyOf({ work, reader, rows }, { same, checked, outcomes });
}

const isHashed = (row: GivenRow): row is GivenRow & HashedRow => row.sku !== null && row.hash !== undefined;

/** A product that an import archived because it was missing gets its former status back, unless the row sets one. */
const withFormerStatus = (body: ProductUpsert, stored: RowProduct | undefined): ProductUpsert =>
  stored?.archivedFrom && body.status === undefined ? { ...body, status: stored.archivedFrom } : body;

/** Products that are too large together are read again, fewer at a time, when they are written. */
function readOf(stored: RowProduct | undefined): RowProduct | null | undefined {
  if (stored === undefined) return null;
  return stored.doc === null ? undefined : stored;
}

function apply(ctx: ImporterContext, work: ClaimedImport, rows: readonly ProductRow[]): Promise<RowOutcome[]> {
  const changedBy = { type: "import", id: work.id } as const;
  const options = { changedBy, validateOnly: work.validateOnly, sourceId: work.sourceId };
  return applyRows(ctx, work, rows, options);
}

/**
 * Rows that left their product unchanged: next time, an identical row without warnings need not be checked, and the product
 * is one of the source.
 */
function confirmed(
  products: readonly CheckedRow[],
  outcomes: readonly RowOutcome[],
  { sourceId }: ClaimedImport,
): UnchangedRow[] {
  const rows = products.flatMap(({ sku, hash }, i) => {
    const outcome = outcomes[i];
    if (outcome?.type !== "unchanged") return [];
    const known = outcome.warnings.length === 0 ? hash : undefined;
    return known === undefined && sourceId === null ? [] : [{ sku, hash: known ?? null, version: outcome.version }];
  });
  return rows.sort((a, b) => (a.sku < b.sku ? -1 : 1));
}
