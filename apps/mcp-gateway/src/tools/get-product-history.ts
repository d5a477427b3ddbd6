import { listProductHistory } from "@skucast/catalog/products/list-product-history";
import { skuSchema } from "@skucast/contracts/products/product";
import type { ProductChange } from "@skucast/contracts/products/product-history";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";

/** Enough of a long text to see what was changed. */
const VALUE_CHARACTERS_MAX = 300;

export const getProductHistory = defineTool({
  name: "get_product_history",
  title: "Get a product's history",
  description:
    "Lists the changes of one product, newest first: who changed which fields, with the values before and after. Use it " +
    "to find out when and why a value changed; upsert_products can write a former value back.",
  scopes: ["products:read"],
  wholeWorkspaceOnly: true,
  hints: READS,
  input: z.strictObject({ sku: skuSchema, ...pageInput }),
  output: z.object({ changes: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  remedies: { not_found: "search_catalog finds products by words." },
  run: async (call) => {
    const { sku } = call.input;
    const { items: changes, ...page } = await toolPage(call, {
      name: "product-history",
      filter: { sku },
      read: (window) =>
        listProductHistory({ ctx: call.ctx.catalog, principal: call.principal, input: { ...window, sku } }),
      positionOf: ({ id }) => id,
      show: shortened,
    });
    return { changes, ...page };
  },
});

const shortened = ({ changes, omitted, ...change }: ProductChange) => ({
  ...change,
  changes: changes.map(({ field, before, after }) => ({ field, before: cut(before), after: cut(after) })),
  ...(omitted.length > 0 && { omitted }),
});

function cut(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= VALUE_CHARACTERS_MAX ? value : `${text.slice(0, VALUE_CHARACTERS_MAX).toWellFormed()}…`;
}
