import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { StoredProduct } from "./cell.js";
import { endOf } from "./cross-checks.js";
import { type RowIssue, warning } from "./issue.js";

const FIELD = "expiration_date";

const EXPIRED = warning(
  "expired",
  FIELD,
  "is in the past, but the channel has no column for it and goes on showing the product",
);

/** Whether rows have the product's expiration date. Without it, the channel cannot know that a product has expired. */
export const hasExpirationIn = (columns: readonly Column[]): boolean =>
  columns.some(({ from, else_from }) => from === FIELD || else_from === FIELD);

/** When a product expires, in milliseconds; NaN if it does not. */
export const expirationOf = (product: StoredProduct): number => endOf(String(product[FIELD]));

/** The warning about a product that has expired; undefined for a profile that has a column for the date. */
export function expirationCheckFor(
  columns: readonly Column[],
  now: Date,
): ((product: StoredProduct) => RowIssue | undefined) | undefined {
  if (hasExpirationIn(columns)) return undefined;
  return (product) => (expirationOf(product) <= now.getTime() ? EXPIRED : undefined);
}
