import { bindingOf } from "@skucast/contracts/principal";
import { countProducts as count, type ProductCount } from "@skucast/db/products/count-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";

/** Counts the products that match the query; a lower bound in a large workspace (LIMITS.countedProductsMax). */
export async function countProducts({
  ctx,
  principal,
  input,
}: Call<ProductQuery & { readonly includesDeleted: boolean }>): Promise<ProductCount> {
  requireScope(principal, "products:read");
  const { words, conditions } = await readProductQuery({ ctx, principal, input });
  return count(ctx.db, { binding: bindingOf(principal), words, conditions, includesDeleted: input.includesDeleted });
}
