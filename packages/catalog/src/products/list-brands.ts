import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { listBrands as list } from "@skucast/db/products/list-brands";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: { readonly prefix: string; readonly limit: number };
}

/** Brands that start with a prefix (case-insensitive), in order; none for principals who see only part of the catalog. */
export async function listBrands({ ctx, principal, input }: Call): Promise<string[]> {
  requireScope(principal, "products:read");
  return list(ctx.db, { binding: bindingOf(principal), ...input });
}
