import {
  type ImportMapping,
  type PriceMember,
  type PriceTarget,
  priceTargetOf,
} from "@skucast/contracts/imports/mapping";

/** What the mapping says about columns that are combined. */
export interface MappedColumns {
  /** The fields for the dates of a sale. */
  readonly saleDates: readonly string[];
  /** The same for the sales of markets. */
  readonly marketSaleDates: readonly DateTarget[];
  /** Whether a column has the whole list of prices by market. */
  readonly hasPrices: boolean;
  /** The currencies of prices by market that were found by the headers of their columns. */
  readonly headerMarkets: readonly string[];
  /** Whether a row has all options of its variant. */
  readonly hasWholeRecords: boolean;
  /** Whether a description, or a translation of it, stays as it is in the file. */
  readonly keepsHtml: boolean;
}

type DateTarget = PriceTarget & { readonly member: PriceMember };

export const SALE_DATES: readonly string[] = ["sale_price_starts_at", "sale_price_ends_at"];

export const mappedColumnsOf = (mapping: ImportMapping): Omit<MappedColumns, "headerMarkets" | "hasWholeRecords"> => ({
  saleDates: SALE_DATES.filter((field) => field in mapping || "sale_period" in mapping),
  marketSaleDates: Object.keys(mapping).flatMap((target) => {
    const price = priceTargetOf(target);
    return price !== undefined && isDate(price) ? [price] : [];
  }),
  hasPrices: "prices" in mapping,
  keepsHtml: Object.entries(mapping).some(
    ([target, rule]) => DESCRIPTION.test(target) && typeof rule === "object" && "as" in rule && rule.as === "as_is",
  ),
});

const DESCRIPTION = /(?:^|\.)description$/;

const isDate = (target: PriceTarget): target is DateTarget => target.member.endsWith("_at");
