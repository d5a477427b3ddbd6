import { hash } from "node:crypto";
import type { Cell } from "./cell.js";

/** The id in a product's row that is not its SKU. */
export interface RowId {
  /** The name of the id column. */
  readonly column: string;
  readonly id: string;
  /** The id, or a hash of one that an index cannot hold. */
  readonly key: string;
}

/** More than any SKU has. An entry of an index has at most 2.7 kB. */
const KEY_BYTES_MAX = 1_000;
/** A run compares as many. */
const COMPARED_BYTES_MAX = 4 * 1024;

/** The id of a row, unless it is the product's SKU. */
export function rowIdOf(column: string, cell: Cell, sku: string): RowId | null {
  if (cell === sku) return null;
  const id = String(cell);
  return { column, id, key: keyOfId(id) };
}

/** The id, or a hash of one that an index cannot hold. */
export function keyOfId(id: string): string {
  const bytes = Buffer.from(id);
  if (bytes.length <= KEY_BYTES_MAX && !id.includes("\0")) return bytes.toString();
  return `sha256:${hash("sha256", bytes.subarray(0, COMPARED_BYTES_MAX))}`;
}
