import { faultsOf } from "@skucast/contracts/faults";
import { type Problem, validationFailed } from "@skucast/contracts/problem";
import { parseUpsert } from "@skucast/contracts/products/parse-upsert";
import { type ProductUpsert, productUpsertSchema } from "@skucast/contracts/products/product";
import type { Cancellable } from "../cancellable.js";
import { mapInSlices } from "../map-in-slices.js";

/** Keeps the response to a thousand invalid items readable. */
const FAULTS_PER_ITEM_MAX = 10;

/** An item of a batch: a product to write, or the problem with it and its SKU, if it has one. */
export type ParsedItem = { readonly body: ProductUpsert } | { readonly sku: string | null; readonly problem: Problem };

/**
 * Parses the items one by one, so that an invalid one does not affect the others, and in slices, because invalid ones take
 * much longer. Repeated SKUs are rejected.
 */
export function parseItems(items: readonly unknown[], cancellable: Cancellable = {}): Promise<ParsedItem[]> {
  const seen = new Set<string>();
  const parse = (item: unknown): ParsedItem => {
    const parsed = parseUpsert(item);
    if (!parsed.success)
      return {
        sku: skuOf(item),
        problem: validationFailed(faultsOf(parsed.error, productUpsertSchema, FAULTS_PER_ITEM_MAX)),
      };
    const body = parsed.data;
    if (seen.has(body.sku)) {
      const message = "is already in this batch; send each SKU once";
      return { sku: body.sku, problem: validationFailed([{ pointer: "/sku", code: "duplicate_in_batch", message }]) };
    }
    seen.add(body.sku);
    return { body };
  };
  return mapInSlices(items, parse, cancellable);
}

function skuOf(item: unknown): string | null {
  if (typeof item !== "object" || item === null || !("sku" in item)) return null;
  return typeof item.sku === "string" ? item.sku.slice(0, 100) : null;
}
