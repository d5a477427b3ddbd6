import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { readProducts } from "@skucast/db/products/read-products";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: { readonly skus: readonly string[] };
}

/** The JSON texts of some products by SKU, in the given order, without missing products. */
export async function getProducts({ ctx, principal, input }: Call): Promise<ReadonlyMap<string, string>> {
  requireScope(principal, "products:read");
  const skus = [...new Set(input.skus)];
  const stored = await readProducts(ctx.db, bindingOf(principal), skus);
  return new Map(
    skus.flatMap((sku) => {
      const product = stored.get(sku);
      return product?.doc && !product.deleted ? [[sku, product.doc]] : [];
    }),
  );
}
