import { listProducts } from "@skucast/catalog/products/list-products";
import { parseProducts } from "../tools/parts/product-view.js";
import { defineCompletion } from "./define-completion.js";

const LOOKED_AT = 50;

/** SKUs that begin with what was typed, from the first of the catalogue on. */
export const completeSku = defineCompletion("products:read", async ({ ctx, principal, typed: given }) => {
  const typed = given.normalize("NFC");
  const input = { after: typed, limit: LOOKED_AT };
  const { docs } = await listProducts({ ctx: ctx.catalog, principal, input });
  return parseProducts(docs)
    .map(({ sku }) => sku)
    .filter((sku) => sku.startsWith(typed));
});
