import { applyRows } from "@skucast/catalog/imports/apply-rows";
import { NO_IMPORT_COUNTS } from "@skucast/contracts/imports/import";
import type { ImportRow } from "@skucast/imports/product-reader";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { ImporterContext } from "../context.js";
import type { ClaimedImport } from "./import-work.js";
import { countedAs, errorsOf, type NumberedError, refusalOf, type Tally } from "./tally.js";

/** Writes the products of some rows, which name each SKU once, and tells what became of every row. Writing them again changes nothing. */
export async function writePortion(
  { db, clock }: ImporterContext,
  work: ClaimedImport,
  rows: readonly ImportRow[],
): Promise<Tally> {
  const counts = { ...NO_IMPORT_COUNTS, received: rows.length };
  const errors: NumberedError[] = [];
  const products = rows.filter((row) => row.type === "product");
  const outcomes = await applyRows(
    { db, clock },
    { workspaceId: work.workspaceId, actor: work.actor },
    products.map(({ body }) => body),
    { validateOnly: work.validateOnly, traceparent: currentTraceparent() },
  );
  for (const [i, { line, sku }] of products.entries()) {
    const outcome = outcomes[i];
    const counted = outcome && countedAs(outcome);
    if (counted) counts[counted] += 1;
    else {
      counts.invalid += 1;
      errors.push(...errorsOf(line, sku, refusalOf(outcome)));
    }
  }
  for (const row of rows) {
    if (row.type === "skipped") counts.skipped += 1;
    if (row.type !== "invalid") continue;
    counts.invalid += 1;
    errors.push(...errorsOf(row.line, row.sku, row.faults));
  }
  return { counts, errors };
}
