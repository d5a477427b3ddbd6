import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import type { Binding } from "@skucast/contracts/principal";
import type { Fault } from "@skucast/contracts/problem";
import type { StoredProduct } from "@skucast/db/products/read-products";
import { type Decision, decideChange, decideDeletion, type StoredState } from "../products/decide-product.js";
import { overrideFaultsOf } from "../products/override-faults.js";
import { upsertIntent } from "../products/upsert-intent.js";
import { type Outcome, writeProducts } from "../products/write-products.js";
import { decideRow } from "./decide-row.js";
import type { RowChange } from "./row-change.js";
import { type RowOutcome, rowOutcomeOf } from "./row-outcome.js";

type Deps = Parameters<typeof writeProducts>[0];

interface ApplyOptions {
  /** The import, for the events of its changes. */
  readonly changedBy?: ChangedBy | undefined;
  readonly validateOnly: boolean;
  /** The source that the rows come from. */
  readonly sourceId?: string | null;
}

/** A row with the data of a product. */
export interface ProductRow extends RowChange {
  /** Hash of the row, hexadecimal. Stored with the product, to recognize an unchanged row. */
  readonly hash?: string | undefined;
  /** The stored product, if it has just been read; null if it does not exist. */
  readonly read?: StoredProduct | null | undefined;
}

/** Upserts the products of some rows, each SKU at most once. Returns an outcome for each row, in order. */
export async function applyRows(
  deps: Deps,
  binding: Binding,
  rows: readonly ProductRow[],
  { sourceId, ...options }: ApplyOptions,
): Promise<RowOutcome[]> {
  const bodies = rows.map(({ body }) => body);
  const faultsOf = await overrideFaultsOf(deps, binding, bodies);
  const warningsOf = rows.map((): readonly Fault[] => []);
  const intents = rows.map((row, i) => {
    const intent = upsertIntent(row.body, { ...options, faults: faultsOf.get(row.body) });
    const decide = (stored: StoredState | null): Decision => {
      const { decision, warnings } = decideRow(row, intent, stored);
      warningsOf[i] = warnings;
      return decision;
    };
    return { ...intent, decide, rowHash: row.hash, ...(row.read !== undefined && { read: row.read }) };
  });
  const outcomes = await writeProducts(deps, binding, intents, { sourceId, inParts: true });
  return outcomes.map((outcome, i) => rowOutcomeOf(outcome, warningsOf[i] ?? []));
}

/** Archives or deletes products. Products that are already archived or deleted stay unchanged. */
export function removeProducts(
  deps: Deps,
  binding: Binding,
  skus: readonly string[],
  { missing, ...options }: ApplyOptions & { readonly missing: "archive" | "delete" },
): Promise<Outcome[]> {
  const intents = skus.map((sku) => ({
    sku,
    ...options,
    lacksRow: missing === "archive",
    decide: (stored: Parameters<typeof decideDeletion>[1]) =>
      missing === "delete"
        ? decideDeletion(sku, stored)
        : decideChange({ sku, body: { status: "archived" }, mode: "merge", mustExist: true }, stored),
  }));
  return writeProducts(deps, binding, intents, { inParts: true });
}
