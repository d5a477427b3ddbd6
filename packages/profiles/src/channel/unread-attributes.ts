import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type Cell, memberOf, type StoredProduct } from "./cell.js";
import type { CheckValue } from "./check-value.js";
import { kindOf } from "./column-kinds.js";
import { error, type RowIssue, warning } from "./issue.js";
import { type GivenValues, readValues } from "./read-value.js";

/** A place of a row whose column cannot hold the product's custom attribute. */
interface Unread {
  readonly column: Column;
  readonly place: number;
  /** The cell without it. */
  readonly cell: Cell;
}

/** A column with its index and its check. */
export interface ColumnPlace {
  readonly column: Column;
  readonly place: number;
  readonly check: CheckValue | undefined;
  readonly fallback: Cell;
}

/** A cell of an optional column that a custom attribute filled. */
interface Taken {
  readonly column: Column;
  readonly place: number;
  readonly check: CheckValue;
  readonly cell: Cell;
  /** The cell without the attribute. */
  readonly without: Cell;
}

/** What the custom attributes of a row gave to its columns. */
export interface Attributed {
  /** Those that their columns cannot hold. */
  readonly unread: readonly Unread[];
  /** The others that are checked. */
  readonly taken: readonly Taken[];
}

/**
 * Columns without another source take the custom attribute of the same name, and so do empty places of a list: the `open`
 * ones. The `bound` columns name an attribute, and are filled. Undefined if the product has no custom attributes.
 */
export function fillFromAttributes(
  { cells, product }: { readonly cells: Cell[]; readonly product: StoredProduct },
  { open, bound }: { readonly open: readonly ColumnPlace[]; readonly bound: readonly ColumnPlace[] },
  currency: string,
): Attributed | undefined {
  const attributes = product.custom_attributes;
  if (typeof attributes !== "object" || attributes === null) return undefined;
  const unread: Unread[] = [];
  const taken: Taken[] = [];
  const take = ({ column, place, check }: ColumnPlace, without: Cell) => {
    if (check && !column.required) taken.push({ column, place, check, cell: cells[place], without });
  };
  for (const plan of open) {
    const { column, place } = plan;
    if (!Object.hasOwn(attributes, column.name)) continue;
    if (column.from !== undefined && cells[place] !== undefined) continue;
    const given = memberOf(attributes, column.name);
    const cell = readValues(column, given as GivenValues, currency);
    const without = cells[place];
    if (cell !== undefined) {
      cells[place] = cell;
      take(plan, without);
    } else if (!isBlank(given)) unread.push({ column, place, cell: without });
  }
  for (const plan of bound) {
    const { column, place, fallback } = plan;
    const given = memberOf(attributes, column.from?.slice(PREFIX.length) ?? "");
    if (given === undefined || isBlank(given)) continue;
    if (readValues(column, given as GivenValues, String(product.price_currency)) !== undefined) take(plan, fallback);
    else unread.push({ column, place, cell: cells[place] });
  }
  return { unread, taken };
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
export function reportUnread(cells: readonly Cell[], unread: readonly Unread[], issues: RowIssue[]): void {
  for (const { column, place, cell } of unread) {
    if (cells[place] !== cell) continue;
    const message = `the custom attribute must be ${kindOf(column)}`;
    const isMissing = column.required && cell === undefined;
    issues.push(
      isMissing
        ? error("invalid_value", column.name, message)
        : warning("invalid_value", column.name, `left out: ${message}`),
    );
  }
}

/** The cells of custom attributes that no rule or override has replaced since. */
export const stillTaken = (cells: readonly Cell[], { taken }: Attributed): Taken[] =>
  taken.filter(({ place, cell }) => cells[place] === cell);

/** Leaves out what the channel does not accept: an optional value must not keep the product out. */
export function leaveOutRejected(cells: Cell[], taken: readonly Taken[], issues: RowIssue[]): void {
  for (const { column, place, check, without } of taken) {
    const cell = cells[place];
    const issue = cell === undefined ? undefined : check(cell);
    if (issue?.severity !== "error") continue;
    const kept = Array.isArray(cell) ? cell.filter((item) => check([item])?.severity !== "error") : [];
    cells[place] = kept.length === 0 ? without : kept;
    issues.push(warning("invalid_value", column.name, `left out: ${issue.message}`));
  }
}
