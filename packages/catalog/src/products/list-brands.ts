import { bindingOf } from "@skucast/contracts/principal";
import { listBrands as list } from "@skucast/db/products/list-brands";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";

/** Brands that start with a prefix (case-insensitive), in order; none for principals who see only part of the catalog. */
export async function listBrands({
  ctx,
  principal,
  input,
}: Call<{ readonly prefix: string; readonly limit: number }>): Promise<string[]> {
  requireScope(principal, "products:read");
  return list(ctx.db, { binding: bindingOf(principal), ...input });
}
