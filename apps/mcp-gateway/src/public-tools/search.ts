import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { queryInput } from "./parts/directory-page.js";
import { searchFiltered } from "./parts/filtered-search.js";
import { publicCitationOf } from "./parts/public-citation.js";

/** The shape that ChatGPT's deep research and company knowledge require. */
export const publicSearch = definePublicTool({
  name: "search",
  title: "Search for public sources",
  description:
    "Finds public products to cite, with id, title and URL. For clients that only know search and fetch; others get " +
    "filters and pages from search_catalog. Read a result with fetch.",
  hints: READS,
  input: z.strictObject({ query: queryInput.describe("Words, and a price such as under 30 dollars.") }),
  output: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }),
  run: async ({ ctx, signal, input: { query } }) => {
    const window = { after: null, limit: LIMITS.toolPageSizeDefault, signal };
    const { found } = await searchFiltered(ctx, { query, filters: {} }, window);
    return { results: found.map(({ product }) => publicCitationOf(product, ctx.publicUrl)) };
  },
});
