import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type Cell, memberOf, type StoredProduct } from "./cell.js";
import { error, type RowIssue, warning } from "./issue.js";
import { type GivenValues, readValues } from "./read-value.js";

/** A place of a row whose column cannot hold the product's custom attribute. */
interface Unread {
  readonly column: Column;
  readonly place: number;
  /** The cell without it. */
  readonly cell: Cell;
}

/** A column with its index. */
export interface ColumnPlace {
  readonly column: Column;
  readonly place: number;
}

/** The custom attributes of a row that were not read; undefined if there are none. */
export type UnreadAttributes = Unread[] | undefined;

/**
 * Columns without another source take the custom attribute of the same name, and so do empty places of a list: the `open`
 * ones. Returns the attributes that their columns cannot hold, also of the `bound` columns, which name an attribute.
 */
export function fillFromAttributes(
  { cells, product }: { readonly cells: Cell[]; readonly product: StoredProduct },
  { open, bound }: { readonly open: readonly ColumnPlace[]; readonly bound: readonly ColumnPlace[] },
  currency: string,
): UnreadAttributes {
  const attributes = product.custom_attributes;
  if (typeof attributes !== "object" || attributes === null) return undefined;
  let unread: UnreadAttributes;
  for (const { column, place } of open) {
    if (!Object.hasOwn(attributes, column.name)) continue;
    if (column.from !== undefined && cells[place] !== undefined) continue;
    const given = memberOf(attributes, column.name);
    const cell = readValues(column, given as GivenValues, currency);
    if (cell !== undefined) cells[place] = cell;
    else if (!isBlank(given)) unread = [...(unread ?? []), { column, place, cell: cells[place] }];
  }
  for (const { column, place } of bound) {
    const given = memberOf(attributes, column.from?.slice(PREFIX.length) ?? "");
    if (given === undefined || isBlank(given)) continue;
    if (readValues(column, given as GivenValues, String(product.price_currency)) !== undefined) continue;
    unread = [...(unread ?? []), { column, place, cell: cells[place] }];
  }
  return unread;
}

const PREFIX = "custom_attributes.";

/** The columns that name a custom attribute, except those that only say whether there is one. */
export const boundIn = <Place extends ColumnPlace>(places: readonly Place[]): Place[] =>
  places.filter(
    ({ column: { from, type } }) => from?.startsWith(PREFIX) === true && type !== "presence" && type !== "absence",
  );

const isBlank = (given: unknown): boolean =>
  given === null || (Array.isArray(given) ? given.every(isBlank) : String(given).trim() === "");

/** Reports the attributes that no rule or override has replaced since; an error where the row has no value at all. */
export function reportUnread(cells: readonly Cell[], unread: Unread[], issues: RowIssue[]): void {
  for (const { column, place, cell } of unread) {
    if (cells[place] !== cell) continue;
    const message = `the custom attribute is not a valid ${column.type.replaceAll("_", " ")}`;
    const isMissing = column.required && cell === undefined;
    issues.push(
      isMissing
        ? error("invalid_value", column.name, message)
        : warning("invalid_value", column.name, `left out: ${message}`),
    );
  }
}
