import { bindingOf } from "@skucast/contracts/principal";
import { type BackwardOrder, listBackward } from "@skucast/db/products/list-backward";
import type { ProductPage } from "@skucast/db/products/list-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";
import { shownProducts } from "./shown-products.js";

interface BackwardRequest extends ProductQuery {
  readonly order: BackwardOrder;
  /** The `next` of the page before; empty for the first page. */
  readonly after: string;
  readonly limit: number;
}

/** A page of the products that match the query, from the last SKU or the latest change on. */
export async function listProductsBackward({ ctx, principal, input }: Call<BackwardRequest>): Promise<ProductPage> {
  requireScope(principal, "products:read");
  const { words, conditions } = await readProductQuery({ ctx, principal, input });
  const { order, after, limit } = input;
  const query = { binding: bindingOf(principal), words, conditions, order, after, limit };
  const { docs, next } = await listBackward(ctx.db, query);
  return { docs: await shownProducts({ ctx, principal }, docs), next };
}
