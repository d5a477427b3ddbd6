import type { ImportMapping } from "@skucast/contracts/imports/mapping";

/** What the mapping says about columns that are combined. */
export interface MappedColumns {
  readonly hasAvailability: boolean;
  /** The fields for the dates of a sale. */
  readonly saleDates: readonly string[];
}

const SALE_DATES = ["sale_price_starts_at", "sale_price_ends_at"];

export const mappedColumnsOf = (mapping: ImportMapping): MappedColumns => ({
  hasAvailability: "availability" in mapping,
  saleDates: SALE_DATES.filter((field) => field in mapping || "sale_period" in mapping),
});
