import { faultsOf } from "@skucast/contracts/faults";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import { type Fault, type Problem, validationFailed } from "@skucast/contracts/problem";
import { parseUpsert } from "@skucast/contracts/products/parse-upsert";
import { type ProductUpsert, productUpsertSchema } from "@skucast/contracts/products/product";
import { mapInSlices, type SliceOptions } from "../map-in-slices.js";

/** Keeps the response to a thousand invalid items readable. */
const FAULTS_PER_ITEM_MAX = 10;

/** An item of a batch: a product to write, or the problem with it and its SKU, if it has one. */
export type ParsedItem = { readonly body: ProductUpsert } | { readonly sku: string | null; readonly problem: Problem };

/**
 * Parses the items one by one, so that an invalid one does not affect the others, and in slices, because invalid ones take
 * much longer. Repeated SKUs are rejected.
 */
export function parseItems(items: readonly unknown[], options: SliceOptions): Promise<ParsedItem[]> {
  const seen = new Set<string>();
  const parse = (item: unknown): ParsedItem => {
    if (item instanceof FaultyItem) return { sku: skuOf(item.value), problem: validationFailed(allFaultsOf(item)) };
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
  return mapInSlices(items, parse, options);
}

/** Why the item could not be read as it was sent, then its other errors. */
function allFaultsOf({ value, faults }: FaultyItem): Fault[] {
  const parsed = parseUpsert(value);
  const others = parsed.success ? [] : faultsOf(parsed.error, productUpsertSchema, FAULTS_PER_ITEM_MAX);
  const places = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...others.filter(({ pointer }) => !places.has(pointer))].slice(0, FAULTS_PER_ITEM_MAX);
}

function skuOf(item: unknown): string | null {
  if (typeof item !== "object" || item === null || !("sku" in item)) return null;
  return typeof item.sku === "string" ? item.sku.slice(0, 100) : null;
}
