import { searchProducts } from "@skucast/catalog/products/search-products";
import { LIMITS } from "@skucast/contracts/limits";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { citationOf } from "./parts/product-citation.js";
import { parseProducts } from "./parts/product-view.js";

/** The shape that ChatGPT's deep research and company knowledge require. */
export const search = defineTool({
  name: "search",
  title: "Search for sources",
  description:
    "Finds products to cite, with id, title and URL, to read with fetch. For clients that only know search and fetch; " +
    "others use search_catalog.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({ query: text(200).describe("Words, a price (under 30 dollars).") }),
  output: z.object({
    results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  run: async ({ ctx, principal, input: { query } }) => {
    const input = { after: null, limit: LIMITS.toolPageSizeDefault, query };
    const { found } = await searchProducts({ ctx: ctx.catalog, principal, input });
    return {
      results: parseProducts(found.map(({ doc }) => doc).join()).map((product) => citationOf(product, ctx.publicUrl)),
    };
  },
});
