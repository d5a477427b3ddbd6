import type { Binding } from "@skucast/contracts/principal";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import type { StoredProduct } from "@skucast/db/products/read-products";
import { overrideFaultsOf } from "../products/check-overrides.js";
import { decideChange, decideDeletion } from "../products/decide-product.js";
import { upsertIntent } from "../products/upsert-intent.js";
import { type Outcome, writeProducts } from "../products/write-products.js";

type Deps = Parameters<typeof writeProducts>[0];

interface ApplyOptions {
  readonly validateOnly: boolean;
  readonly traceparent: string | undefined;
}

/** A row that says something of a product. */
export interface ProductRow {
  readonly body: ProductUpsert;
  /** Kept with the product, so that the same row is known again; hexadecimal. */
  readonly hash?: string | undefined;
  /** What is stored, where it has just been read; null for nothing. */
  readonly read?: StoredProduct | null;
}

/** Upserts the products of some rows, each SKU once, as POST /products/batch does; an outcome for each, in order. */
export async function applyRows(
  deps: Deps,
  binding: Binding,
  rows: readonly ProductRow[],
  options: ApplyOptions,
): Promise<Outcome[]> {
  const bodies = rows.map(({ body }) => body);
  const faultsOf = await overrideFaultsOf(deps, binding, bodies);
  const intents = rows.map(({ body, hash, read }) => ({
    ...upsertIntent(body, { ...options, faults: faultsOf.get(body) }),
    rowHash: hash,
    ...(read !== undefined && { read }),
  }));
  return writeProducts(deps, binding, intents);
}

/** Archives or deletes products; those that are so already, or are gone, stay as they are. */
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
  return writeProducts(deps, binding, intents);
}
