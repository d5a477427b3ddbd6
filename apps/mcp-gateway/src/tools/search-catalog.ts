import { listProducts } from "@skucast/catalog/products/list-products";
import { idSchema } from "@skucast/contracts/ids";
import { momentSchema } from "@skucast/contracts/list";
import { AVAILABILITIES, PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { NOTICE, noticeOutput, parseProducts, productOutput, productView } from "./parts/product-view.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";

export const searchCatalog = defineTool({
  name: "search_catalog",
  title: "Search the catalogue",
  description:
    "Finds products of the workspace by words and filters; without either it lists all of them. Use it when you do not " +
    "know the SKUs. When you do, use lookup_catalog. A page may hold fewer than limit, or none, and yet have a next_cursor.",
  scopes: ["products:read"],
  argumentScopes: { channel_id: "channels:read" },
  hints: READS,
  input: z.strictObject({
    query: text(200).optional().describe("Text that SKU, title or brand contains, whatever the case."),
    status: z.enum(PRODUCT_STATUSES).optional(),
    availability: z.enum(AVAILABILITIES).optional(),
    brand: text(200).optional().describe("Exact."),
    channel_id: idSchema("ch").optional().describe("Only products that this channel publishes."),
    updated_after: momentSchema.optional(),
    ...pageInput,
    ...productView.input,
  }),
  output: z.object({ products: z.array(productOutput), ...pageOutput, ...noticeOutput }),
  remedies: { not_found: "list_channels gives the ids of channels." },
  run: async (call) => {
    const { ctx, principal, input } = call;
    const { query, status, availability, brand, channel_id, updated_after } = input;
    const { items: products, ...page } = await toolPage(call, {
      name: "search_catalog",
      filter: { query, status, availability, brand, channel_id, updated_after },
      read: async (window) => {
        const { docs, next } = await listProducts({
          ctx: ctx.catalog,
          principal,
          input: {
            ...{ ...window, status, availability, brand, text: query, channelId: channel_id },
            updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
          },
        });
        return { items: parseProducts(docs), next };
      },
      positionOf: ({ sku }) => sku,
      show: (product) => productView.show(product, input),
    });
    return { products, ...page, notice: NOTICE };
  },
});
