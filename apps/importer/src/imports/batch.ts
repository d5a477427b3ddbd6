import type { GivenRow, ProductReader } from "@skucast/imports/product-reader";
import type { ClaimedImport } from "./claimed-import.js";

/** Consecutive rows of a file, found by its reader. */
export interface Batch {
  readonly work: ClaimedImport;
  readonly reader: ProductReader;
  readonly rows: readonly GivenRow[];
}

/** A repeated SKU is always an error, even in a row that is identical to an earlier import. */
export const isSame = (same: ReadonlySet<string>, { sku, isRepeated }: GivenRow): boolean =>
  sku !== null && !isRepeated && same.has(sku);
