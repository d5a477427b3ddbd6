import { bindingOf } from "@skucast/contracts/principal";
import { readProducts } from "@skucast/db/products/read-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { shownInEach } from "./shown-products.js";

/** The JSON texts of some products by SKU, in the given order, without missing products. */
export async function getProducts({
  ctx,
  principal,
  input,
}: Call<{ readonly skus: readonly string[] }>): Promise<ReadonlyMap<string, string>> {
  requireScope(principal, "products:read");
  const skus = [...new Set(input.skus)];
  const stored = await readProducts(ctx.db, bindingOf(principal), skus);
  const found = skus.flatMap((sku) => {
    const product = stored.get(sku);
    return product?.doc && !product.deleted ? [{ sku, doc: product.doc }] : [];
  });
  return new Map((await shownInEach({ ctx, principal }, found)).map(({ sku, doc }) => [sku, doc]));
}
