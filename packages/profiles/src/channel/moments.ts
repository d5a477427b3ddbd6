import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Cell, StoredProduct } from "./cell.js";
import { endOf } from "./cross-checks.js";

/** The moments (milliseconds) at which time alone may make another row of a product, past ones too, in no order. */
export type MomentsOf = (product: StoredProduct, cells: readonly Cell[]) => number[];

const DAY_MS = 86_400_000;

/** A sale begins and ends at the product's own times; a date that is too far ahead comes near enough on its day, and is
 * over at its end. */
export function momentsFor({ columns, checks }: ProfileDefinition): MomentsOf {
  const hasSales = columns.some(({ type }) => type === "sale_money");
  const ranges = checks.flatMap((check) => {
    if (check.type !== "within_days") return [];
    return [{ place: columns.findIndex(({ name }) => name === check.column), spanMs: check.days * DAY_MS }];
  });
  const ends = checks.flatMap((check) =>
    check.type === "not_past" ? [columns.findIndex(({ name }) => name === check.column)] : [],
  );
  return (product, cells) => {
    const moments = ranges.map(({ place, spanMs }) => momentOf(cells[place]) - spanMs);
    for (const place of ends) moments.push(endOf(String(cells[place])));
    if (hasSales && product.sale_price_amount !== undefined) {
      moments.push(momentOf(product.sale_price_starts_at), momentOf(product.sale_price_ends_at));
    }
    return moments.filter((moment) => !Number.isNaN(moment));
  };
}

const momentOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);
