import { listProducts } from "@skucast/catalog/products/list-products";
import { normalized } from "@skucast/contracts/normal-form";
import { parseProducts } from "../tools/parts/product-view.js";
import { defineCompletion } from "./define-completion.js";

const SCANNED_MAX = 50;

/** The first SKUs that start with the typed text. */
export const completeSku = defineCompletion("products:read", async ({ ctx, principal, typed: given }) => {
  const typed = normalized(given, "NFC");
  const input = { after: typed, limit: SCANNED_MAX };
  const { docs } = await listProducts({ ctx: ctx.catalog, principal, input });
  return parseProducts(docs)
    .map(({ sku }) => sku)
    .filter((sku) => sku.startsWith(typed));
});
