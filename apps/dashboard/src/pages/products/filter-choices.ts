import { AVAILABILITIES, CONDITIONS, PRODUCT_STATUSES } from "@skucast/contracts/products/choices";
import { texts } from "../../texts/texts.js";
import type { AddedFilter } from "./filter-names.js";

const words = texts.products;

/** The values of a filter with a fixed set of them. */
export const FILTER_CHOICES: Readonly<
  Partial<Record<AddedFilter, readonly { readonly value: string; readonly label: string }[]>>
> = {
  status: PRODUCT_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
  availability: AVAILABILITIES.map((value) => ({ value, label: words.availabilities[value] })),
  condition: CONDITIONS.map((value) => ({ value, label: words.conditions[value] })),
};
