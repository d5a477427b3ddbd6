import { bindingOf } from "@skucast/contracts/principal";
import { listProducts as listAll, listMatchingProducts, type ProductPage } from "@skucast/db/products/list-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";
import { shownProducts } from "./shown-products.js";

interface Input extends ProductQuery {
  readonly after: string;
  readonly limit: number;
}

/** A page of the products that match the query, as JSON texts in order of SKU. */
export async function listProducts({ ctx, principal, input }: Call<Input>): Promise<ProductPage> {
  requireScope(principal, "products:read");
  const { after, limit } = input;
  const { words, conditions } = await readProductQuery({ ctx, principal, input });
  const page = { binding: bindingOf(principal), after, limit };
  const isAll = words.length === 0 && conditions.length === 0;
  const { docs, next } = await (isAll
    ? listAll(ctx.db, page)
    : listMatchingProducts(ctx.db, { ...page, words, conditions }));
  return { docs: await shownProducts({ ctx, principal }, docs), next };
}
