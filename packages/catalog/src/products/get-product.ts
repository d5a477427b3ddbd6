import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { readProducts } from "@skucast/db/products/read-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { updatedAtOf } from "./product-content.js";
import { shownProducts } from "./shown-products.js";

interface FoundProduct {
  /** The product's JSON text. */
  readonly doc: string;
  readonly version: number;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** The stored product. Throws not_found. */
export async function getProduct({
  ctx,
  principal,
  input: { sku },
}: Call<{ readonly sku: string }>): Promise<FoundProduct> {
  requireScope(principal, "products:read");
  const stored = (await readProducts(ctx.db, bindingOf(principal), [sku])).get(sku);
  if (!stored || stored.deleted || stored.doc === null)
    throw new Problem("not_found", `There is no product with the SKU ${sku}.`);
  const doc = await shownProducts({ ctx, principal }, stored.doc);
  return { doc, version: stored.version, updatedAt: updatedAtOf(stored.doc) };
}
