import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { readProducts } from "@skucast/db/products/read-products";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";
import { updatedAtOf } from "./product-content.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: { readonly sku: string };
}

interface FoundProduct {
  /** The product's JSON text. */
  readonly doc: string;
  readonly version: number;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** The stored product. Throws not_found. */
export async function getProduct({ ctx, principal, input: { sku } }: Call): Promise<FoundProduct> {
  requireScope(principal, "products:read");
  const stored = (await readProducts(ctx.db, bindingOf(principal), [sku])).get(sku);
  if (!stored || stored.deleted || stored.doc === null)
    throw new Problem("not_found", `There is no product with the SKU ${sku}.`);
  return { doc: stored.doc, version: stored.version, updatedAt: updatedAtOf(stored.doc) };
}
