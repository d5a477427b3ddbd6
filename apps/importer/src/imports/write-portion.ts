import { applyRows } from "@skucast/catalog/imports/apply-rows";
import { rowOutcomeOf } from "@skucast/catalog/imports/row-outcome";
import type { Outcome } from "@skucast/catalog/products/write-products";
import { NO_IMPORT_COUNTS } from "@skucast/contracts/imports/import";
import { archivedBefore, type HashedRow, rememberRows, sameRows } from "@skucast/db/imports/import-rows";
import type { GivenRow, ImportRow, ProductReader } from "@skucast/imports/product-reader";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { ImporterContext } from "../context.js";
import type { ClaimedImport } from "./import-work.js";
import { errorsOf, type NumberedError, type Tally } from "./tally.js";

type ProductRow = Extract<ImportRow, { type: "product" }>;

/** Some rows of a file in its order, found by its reader. */
export interface PortionWork {
  readonly work: ClaimedImport;
  readonly reader: ProductReader;
  readonly rows: readonly GivenRow[];
  /** Whether imports before have archived products. */
  readonly hasArchived: boolean;
}

/**
 * Writes the products of some rows, which name each SKU once, and tells what became of every row. Rows that were imported
 * before, word for word, and whose products are still as they left them, are not even checked. Writing a portion again
 * changes nothing.
 */
export async function writePortion(
  ctx: ImporterContext,
  { work, reader, rows, hasArchived }: PortionWork,
): Promise<Tally> {
  const hashes = hashesOf(reader, rows);
  const same = await sameRows(ctx.db, work, hashes);
  const checked = rows.flatMap((row) => (isSame(same, row) ? [] : reader.check(row)));
  const named = checked.filter((row) => row.type === "product");
  const products = hasArchived ? await broughtBack(ctx, work, named) : named;
  const outcomes = await apply(ctx, work, products);
  if (!work.validateOnly) await remember(ctx, work, { hashes, products, outcomes });
  const tally = tallyOf(checked, products, outcomes);
  const counts = { ...tally.counts, received: rows.length, unchanged: tally.counts.unchanged + same.size };
  return { counts, errors: tally.errors };
}

/** What an import archived, since its file had no row of it, has its status of before again, unless the row says another. */
async function broughtBack(
  { db }: ImporterContext,
  work: ClaimedImport,
  rows: readonly ProductRow[],
): Promise<readonly ProductRow[]> {
  const silent = rows.filter(({ body }) => body.status === undefined).map(({ sku }) => sku);
  const statuses = await archivedBefore(db, work, silent);
  return rows.map((row) => {
    const status = statuses.get(row.sku);
    return status === undefined ? row : { ...row, body: { ...row.body, status } };
  });
}

/** The second of two rows with one SKU is a fault, whatever the first is. */
const isSame = (same: ReadonlySet<string>, { sku, isRepeated }: GivenRow): boolean =>
  sku !== null && !isRepeated && same.has(sku);

function hashesOf(reader: ProductReader, rows: readonly GivenRow[]): HashedRow[] {
  return rows.flatMap((row) => {
    const hash = reader.hashOf(row);
    return hash === undefined || row.sku === null ? [] : { sku: row.sku, hash };
  });
}

function apply(
  { db, clock }: ImporterContext,
  work: ClaimedImport,
  products: readonly ProductRow[],
): Promise<Outcome[]> {
  const options = { validateOnly: work.validateOnly, traceparent: currentTraceparent() };
  return applyRows(
    { db, clock },
    work,
    products.map(({ body }) => body),
    options,
  );
}

interface Written {
  readonly hashes: readonly HashedRow[];
  readonly products: readonly ProductRow[];
  readonly outcomes: readonly Outcome[];
}

function remember(
  { db }: ImporterContext,
  work: ClaimedImport,
  { hashes, products, outcomes }: Written,
): Promise<void> {
  const hashOf = new Map(hashes.map(({ sku, hash }) => [sku, hash]));
  const rows = products.flatMap(({ sku, body }, i) => {
    const [hash, outcome] = [hashOf.get(sku), outcomes[i]];
    // What a row with a version of its own means depends on the version that is stored.
    if (body.version !== undefined || hash === undefined) return [];
    if (outcome === undefined || outcome.type === "refused") return [];
    return { sku, hash, version: outcome.version };
  });
  return rememberRows(
    db,
    work.workspaceId,
    rows.sort((a, b) => (a.sku < b.sku ? -1 : 1)),
  );
}

function tallyOf(rows: readonly ImportRow[], products: readonly ProductRow[], outcomes: readonly Outcome[]): Tally {
  const counts = { ...NO_IMPORT_COUNTS };
  const errors: NumberedError[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const [row, became] = [products[i], rowOutcomeOf(outcome)];
    counts[became.type] += 1;
    if (row && became.type === "invalid") errors.push(...errorsOf(row.line, row.sku, became.faults));
  }
  for (const row of rows) {
    if (row.type === "skipped") counts.skipped += 1;
    if (row.type !== "invalid") continue;
    counts.invalid += 1;
    errors.push(...errorsOf(row.line, row.sku, row.faults));
  }
  return { counts, errors };
}
