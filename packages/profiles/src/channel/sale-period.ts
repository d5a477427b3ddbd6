import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Cell, StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

/** Whether a product's sale is active at a time in milliseconds. */
export const isOnSale = (product: StoredProduct, now: number): boolean =>
  !isBeforeSale(product, now) && !isAfterSale(product, now);

function isBeforeSale({ sale_price_starts_at: start }: StoredProduct, now: number): boolean {
  return typeof start === "string" && Date.parse(start) > now;
}

function isAfterSale({ sale_price_ends_at: end }: StoredProduct, now: number): boolean {
  return typeof end === "string" && Date.parse(end) <= now;
}

/** The period of a product's sale as `start/end`; undefined unless it has a start and a later end. */
export function saleWindow({ sale_price_starts_at, sale_price_ends_at }: StoredProduct): string | undefined {
  const [start, end] = [sale_price_starts_at, sale_price_ends_at].map((time) => Date.parse(String(time)));
  if (start === undefined || end === undefined || !(start < end)) return undefined;
  return [start, end].map((time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z")).join("/");
}

/**
 * Whether rows have the sale price of a product: while the sale is active, and before that if the row says when the sale
 * starts, in a column for the period or for the start. With a column for the plain amount as well, which has that of a
 * future sale, the price remains the current one.
 */
export function isSaleWrittenFor(columns: readonly Column[], now: Date): (product: StoredProduct) => boolean {
  const nowMs = now.getTime();
  const hasWindow = columns.some(({ type }) => type === "sale_window");
  const hasStart = columns.some(isStart) && !hasPlainAmount(columns);
  return (product) => {
    if (isAfterSale(product, nowMs)) return false;
    return !isBeforeSale(product, nowMs) || hasStart || (hasWindow && saleWindow(product) !== undefined);
  };
}

/** Whether a row has the price of a sale that starts after `now`, by the row's own dates. */
export function saleIsAheadIn(columns: readonly Column[], now: Date): (cells: readonly Cell[]) => boolean {
  const startOf = startIn(columns);
  return (cells) => startOf(cells) > now.getTime();
}

/** The start of a row's sale in milliseconds; NaN if the row does not say it. */
function startIn(columns: readonly Column[]): (cells: readonly Cell[]) => number {
  const windowPlace = columns.findIndex(({ type }) => type === "sale_window");
  const startPlace = columns.findIndex(isStart);
  return (cells) => {
    const cell = cells[windowPlace] ?? cells[startPlace];
    return typeof cell === "string" ? Date.parse(cell.split("/")[0] ?? "") : Number.NaN;
  };
}

const hasPlainAmount = (columns: readonly Column[]): boolean =>
  columns.some(({ type, from }) => type.startsWith("decimal") && from === "sale_price_amount");

const isStart = ({ type, from }: Column): boolean => type === "moment" && from === "sale_price_starts_at";

interface SaleRow {
  readonly cells: Cell[];
  /** The product with the sale that the channel publishes. */
  readonly selling: StoredProduct;
  readonly issues: RowIssue[];
  /** Whether the sale price comes from the product's sale, not from a value that applies at any time. */
  readonly isOwn: boolean;
}

/**
 * Leaves out the price of a future sale whose start is not in the row, and warns about a period with one end, which the
 * row cannot have. Undefined if the profile has no column for either.
 */
export function salePeriodCheckFor(
  { columns, checks }: Pick<ProfileDefinition, "columns" | "checks">,
  now: Date,
): ((row: SaleRow) => void) | undefined {
  const nowMs = now.getTime();
  const salePlace = columns.findIndex(({ type }) => type === "sale_money");
  const windowPlace = columns.findIndex(({ type }) => type === "sale_window");
  const period = columns[windowPlace] ?? columns.find(isStart);
  if (salePlace === -1 || period === undefined || (windowPlace === -1 && hasPlainAmount(columns))) return undefined;
  const { name } = period;
  const isPaired = checks.some((check) => check.type === "paired" && check.columns.includes(name));
  const startOf = startIn(columns);
  // Rows have seconds.
  const startMin = nowMs - (nowMs % 1000);
  const isWritten = isSaleWrittenFor(columns, now);
  return ({ cells, selling, issues, isOwn }) => {
    if (!isOwn || isAfterSale(selling, nowMs) || issues.some(({ code }) => code === "currency_mismatch")) return;
    const isGiven = cells[salePlace] !== undefined;
    if (!isBeforeSale(selling, nowMs)) {
      if (!isGiven || windowPlace === -1 || isPaired || !isEndLost(cells[windowPlace], selling)) return;
      issues.push(warning("unpaired_value", name, WITHOUT_START));
    } else if (isWritten(selling) ? isGiven && !(startOf(cells) >= startMin) : !isGiven) {
      cells[salePlace] = undefined;
      issues.push(warning("unpaired_value", name, WITHOUT_END));
    }
  };
}

const isEndLost = (period: Cell, { sale_price_starts_at: start, sale_price_ends_at: end }: StoredProduct): boolean =>
  period === undefined && start === undefined && end !== undefined;

const WITHOUT_END =
  "left out until the sale starts: the channel schedules a sale only with its start and a later end (sale_price_ends_at)";
const WITHOUT_START =
  "left out: the channel ends a sale by itself only with its start (sale_price_starts_at) and its end; without them, the file after the end has no sale price";
