import { applyRows, type ProductRow } from "@skucast/catalog/imports/apply-rows";
import type { RowOutcome } from "@skucast/catalog/imports/row-outcome";
import { NO_IMPORT_COUNTS } from "@skucast/contracts/imports/import";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import { type HashedRow, type RowProduct, readRowProducts, storeRowHashes } from "@skucast/db/imports/import-rows";
import type { GivenRow, ImportRow, ProductReader } from "@skucast/imports/product-reader";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { ImporterContext } from "../context.js";
import type { ClaimedImport } from "./claimed-import.js";
import { errorsOf, type NumberedError, type Tally } from "./tally.js";

type CheckedRow = Extract<ImportRow, { type: "product" }>;

/** Consecutive rows of a file, found by its reader. */
export interface Batch {
  readonly work: ClaimedImport;
  readonly reader: ProductReader;
  readonly rows: readonly GivenRow[];
}

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
      read: others.get(row.sku) ?? null,
      isStrict: work.plan.is_strict ?? false,
    }));
  const outcomes = await apply(ctx, work, products);
  if (!work.validateOnly) await storeRowHashes(ctx.db, work, confirmed(products, outcomes));
  const tally = tallyOf(checked, products, outcomes);
  const counts = { ...tally.counts, received: rows.length, unchanged: tally.counts.unchanged + same.size };
  return { counts, errors: tally.errors };
}

const isHashed = (row: GivenRow): row is GivenRow & HashedRow => row.sku !== null && row.hash !== undefined;

/** A repeated SKU is always an error, even in a row that is identical to an earlier import. */
const isSame = (same: ReadonlySet<string>, { sku, isRepeated }: GivenRow): boolean =>
  sku !== null && !isRepeated && same.has(sku);

/** A product that an import archived because it was missing gets its former status back, unless the row sets one. */
const withFormerStatus = (body: ProductUpsert, stored: RowProduct | undefined): ProductUpsert =>
  stored?.archivedFrom && body.status === undefined ? { ...body, status: stored.archivedFrom } : body;

function apply(
  { db, clock }: ImporterContext,
  work: ClaimedImport,
  rows: readonly ProductRow[],
): Promise<RowOutcome[]> {
  const changedBy = { type: "import", id: work.id } as const;
  const options = { changedBy, validateOnly: work.validateOnly, traceparent: currentTraceparent() };
  return applyRows({ db, clock }, work, rows, options);
}

/** Rows that left their product unchanged and without warnings: next time, an identical row need not be checked. */
function confirmed(
  products: readonly CheckedRow[],
  outcomes: readonly RowOutcome[],
): (HashedRow & { readonly version: number })[] {
  const rows = products.flatMap(({ sku, hash }, i) => {
    const outcome = outcomes[i];
    const isKnown = outcome?.type === "unchanged" && outcome.warnings.length === 0 && hash !== undefined;
    return isKnown ? { sku, hash, version: outcome.version } : [];
  });
  return rows.sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

function tallyOf(rows: readonly ImportRow[], products: readonly CheckedRow[], outcomes: readonly RowOutcome[]): Tally {
  const counts = { ...NO_IMPORT_COUNTS };
  const errors: NumberedError[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const row = products[i];
    counts[outcome.type] += 1;
    if (row === undefined) continue;
    if (outcome.type === "invalid") {
      errors.push(...errorsOf(row, "error", [...outcome.faults, ...row.warnings]));
    } else if (row.warnings.length + outcome.warnings.length > 0) {
      counts.warned += 1;
      errors.push(...errorsOf(row, "warning", [...row.warnings, ...outcome.warnings]));
    }
  }
  for (const row of rows) {
    if (row.type === "skipped") counts.skipped += 1;
    if (row.type !== "invalid") continue;
    counts.invalid += 1;
    errors.push(...errorsOf(row, "error", row.faults));
  }
  return { counts, errors };
}
