import { mergePatchTo } from "@skucast/contracts/merge-patch";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";

type Members = Readonly<Record<string, unknown>>;

/** One update of a product: the fields that it set, and their former values, null for none. */
export interface FieldChange {
  readonly sku: string;
  readonly written: Members;
  readonly previous: Members;
}

/** What undoes the changes of one product. */
export interface Undo {
  readonly sku: string;
  /** A merge patch with the former values. Empty if there is nothing to undo. */
  readonly patch: Members;
  /** Fields that keep their value, because they were changed since. */
  readonly kept: readonly string[];
}

const FIELDS: readonly string[] = PRODUCT_FIELDS.filter((field) => field !== "sku");

/**
 * Decides how to undo updates, the latest first. A field gets its former value only if it still has the value that the
 * update wrote. `currentOf` returns a product as it is, or undefined if it was deleted.
 */
export function decideUndo(
  changes: readonly FieldChange[],
  currentOf: (sku: string) => Members | undefined,
): readonly Undo[] {
  const undone = new Map<string, Map<string, unknown>>();
  const kept = new Map<string, Set<string>>();
  for (const { sku, written, previous } of changes) {
    const current = currentOf(sku);
    if (current === undefined) continue;
    const values = undone.get(sku) ?? new Map<string, unknown>();
    const left = kept.get(sku) ?? new Set<string>();
    for (const field of FIELDS.filter((name) => Object.hasOwn(previous, name))) {
      const value = values.has(field) ? values.get(field) : current[field];
      if (isSame(value, written[field]) && !left.has(field)) values.set(field, previous[field] ?? null);
      else left.add(field);
    }
    undone.set(sku, values);
    kept.set(sku, left);
  }
  return [...undone].map(([sku, values]) => ({
    sku,
    patch: Object.fromEntries(
      [...values].map(([field, value]) => [field, mergePatchTo(currentOf(sku)?.[field], value)]),
    ),
    kept: [...(kept.get(sku) ?? [])],
  }));
}

/** Missing and null are the same. Both come from canonical documents, so equal values have equal texts. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
