import { listBrands } from "@skucast/catalog/products/list-brands";
import { COMPLETIONS_MAX, defineCompletion } from "./define-completion.js";

/** Brands of the catalog that start with the typed text (case-insensitive). */
export const completeBrand = defineCompletion("products:read", ({ ctx, principal, typed }) =>
  listBrands({ ctx: ctx.catalog, principal, input: { prefix: typed, limit: COMPLETIONS_MAX } }),
);
