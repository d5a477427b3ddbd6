import { listProducts } from "@skucast/catalog/products/list-products";
import { LIMITS } from "@skucast/contracts/limits";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { citationOf } from "./parts/product-citation.js";
import { parseProducts } from "./parts/product-view.js";

/** The shape that ChatGPT's deep research and company knowledge ask for. */
export const search = defineTool({
  name: "search",
  title: "Search for sources",
  description:
    "Finds products of the workspace to cite: id, title and address of each. For clients that only know search and fetch; " +
    "others get filters and pages from search_catalog. Read a result with fetch.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({ query: text(200).describe("Words that SKU, title or brand contains.") }),
  output: z.object({
    results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  run: async ({ ctx, principal, input: { query } }) => {
    const input = { after: "", limit: LIMITS.toolPageSizeDefault, text: query };
    const { docs } = await listProducts({ ctx: ctx.catalog, principal, input });
    return { results: parseProducts(docs).map((product) => citationOf(product, ctx.publicUrl)) };
  },
});
