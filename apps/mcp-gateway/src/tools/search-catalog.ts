import { listProducts } from "@skucast/catalog/products/list-products";
import { searchProducts } from "@skucast/catalog/products/search-products";
import { idSchema } from "@skucast/contracts/ids";
import { timestampSchema } from "@skucast/contracts/list";
import { AVAILABILITIES, PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { text } from "@skucast/contracts/text";
import type { SearchPosition } from "@skucast/db/products/search-products";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { parseProducts, productOutput, productView } from "./parts/product-view.js";
import { hintOutput, searchHint } from "./parts/search-hint.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";

export const searchCatalog = defineTool({
  name: "search_catalog",
  title: "Search the catalog",
  description:
    "Finds products by words and filters, or lists all. Use it when you do not know the SKUs; when you do, " +
    "use lookup_catalog. A page may be short and still have a next_cursor.",
  scopes: ["products:read"],
  argumentScopes: { channel_id: "channels:read" },
  hints: READS,
  input: z.strictObject({
    query: text(200).optional().describe("Words of title, SKU, brand or identifiers; all must be found."),
    status: z.enum(PRODUCT_STATUSES).optional(),
    availability: z.enum(AVAILABILITIES).optional(),
    brand: text(200).optional().describe("Exact."),
    channel_id: idSchema("ch").optional().describe("Only products that this channel publishes."),
    updated_after: timestampSchema.optional(),
    ...pageInput,
    ...productView.input,
  }),
  output: z.object({ products: z.array(productOutput), ...pageOutput, ...hintOutput }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async (call) => {
    const { ctx, principal, input } = call;
    const { query, status, availability, brand, channel_id: channelId, updated_after } = input;
    const updatedAfter = updated_after === undefined ? undefined : new Date(updated_after);
    const filters = { status, availability, brand, channelId, updatedAfter };
    let isNear = false;
    const { items: products, ...page } = await toolPage(call, {
      name: "search_catalog",
      filter: { query, ...filters },
      read: async ({ after, limit }) => {
        if (query === undefined) {
          const listed = await listProducts({ ctx: ctx.catalog, principal, input: { ...filters, after, limit } });
          return { items: parseProducts(listed.docs), next: listed.next };
        }
        const position = positionOf(after);
        const searched = { ...filters, query, after: position, limit };
        const found = await searchProducts({ ctx: ctx.catalog, principal, input: searched });
        isNear = found.isNear;
        return { items: parseProducts(found.docs.join()), next: found.next && textOf(found.next) };
      },
      positionOf: ({ sku }) => (query === undefined ? sku : textOf({ isNear, sku })),
      show: (product) => productView.show(product, input),
    });
    const found = { query, isNear, count: products.length, hasMore: page.next_cursor !== null };
    return { products, ...page, hint: searchHint(found, NO_RESULTS) };
  },
});

const NO_RESULTS =
  "No product contains these or similar words. Changes of the last seconds may not be searchable yet: lookup_catalog reads them by SKU.";

/** A search position in a cursor: the kind of match, then the SKU. */
const textOf = ({ isNear, sku }: SearchPosition): string => `${isNear ? "~" : "="}${sku}`;

const positionOf = (text: string): SearchPosition | null =>
  text === "" ? null : { isNear: text.startsWith("~"), sku: text.slice(1) };
