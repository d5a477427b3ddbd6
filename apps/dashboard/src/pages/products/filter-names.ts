import type { PRODUCT_FILTERS } from "../../search-params/filters.js";

/** The filters that are added one at a time, in the order of the menu. */
export const ADDED_FILTERS = [
  "sku_prefix",
  "sku",
  "brand",
  "status",
  "availability",
  "condition",
  "channel_id",
] as const satisfies readonly (typeof PRODUCT_FILTERS)[number][];
export type AddedFilter = (typeof ADDED_FILTERS)[number];
export type ProductFilter = { readonly [Name in (typeof PRODUCT_FILTERS)[number]]?: string | undefined };
