import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { ChannelRule } from "@skucast/contracts/channels/rule";
import { ageTimesFor } from "../rules/condition.js";
import type { Cell, StoredProduct } from "./cell.js";
import { endOf } from "./cross-checks.js";
import { expirationOf, hasExpirationIn } from "./expiration.js";

/** The times (milliseconds) at which the passing of a date may change a product's row, past and future, unordered. */
export type ChangeTimesOf = (product: StoredProduct, cells: readonly Cell[]) => number[];

const DAY_MS = 86_400_000;

/**
 * A sale starts and ends at the product's times. A date that is too far ahead becomes valid when it is near enough, and
 * another may become invalid when it has passed. A rule may compare the age of a date.
 */
export function changeTimesFor(
  { columns, checks }: ProfileDefinition,
  rules: readonly ChannelRule[] = [],
): ChangeTimesOf {
  const conditions = rules.flatMap((rule) => (rule.type === "if" || rule.type === "exclude" ? rule.when : []));
  const ageTimesOf = ageTimesFor(conditions, columns);
  const hasSales = columns.some(({ type }) => type === "sale_money");
  const ranges = checks.flatMap((check) => {
    if (check.type !== "within_days") return [];
    return [{ place: columns.findIndex(({ name }) => name === check.column), spanMs: check.days * DAY_MS }];
  });
  const ends = checks.flatMap((check) =>
    check.type === "not_past" || check.type === "not_expired"
      ? [columns.findIndex(({ name }) => name === check.column)]
      : [],
  );
  const hasExpiration = hasExpirationIn(columns);
  return (product, cells) => {
    const times = ranges.map(({ place, spanMs }) => timeOf(cells[place]) - spanMs);
    times.push(...ageTimesOf(cells, product));
    for (const place of ends) times.push(endOf(String(cells[place])));
    if (!hasExpiration) times.push(expirationOf(product));
    if (hasSales && product.sale_price_amount !== undefined) {
      times.push(timeOf(product.sale_price_starts_at), timeOf(product.sale_price_ends_at));
    }
    return times.filter((time) => !Number.isNaN(time));
  };
}

const timeOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);
