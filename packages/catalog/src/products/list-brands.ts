import { bindingOf, type Principal } from "@skucast/contracts/principal";
import { listBrands as list } from "@skucast/db/products/list-brands";
import type { CatalogContext } from "../context.js";
import { requireScope } from "../require-scope.js";

interface Call {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: { readonly prefix: string; readonly limit: number };
}

/** Brands of the catalogue that begin with a text, whatever the case, in order; none for who sees a part of it. */
export async function listBrands({ ctx, principal, input }: Call): Promise<string[]> {
  requireScope(principal, "products:read");
  return list(ctx.db, { binding: bindingOf(principal), ...input });
}
