import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { hintOutput } from "../tools/parts/search-hint.js";
import { directoryPage, queryInput } from "./parts/directory-page.js";
import { contextInput, currencyOf } from "./parts/ucp-context.js";
import { ucpOf, ucpOutput } from "./parts/ucp-envelope.js";
import { filtersInput } from "./parts/ucp-filters.js";
import { formatInput, metaInput, paginationInput } from "./parts/ucp-input.js";
import { ucpProductOutput } from "./parts/ucp-product.js";

export const searchPublicCatalog = definePublicTool({
  name: "search_catalog",
  title: "Search public products",
  description:
    "Finds products in the public directory by words and filters. Use it when you do not know a product's " +
    "id; with ids use lookup_catalog. A page may have fewer products than limit, or none, and still have a cursor.",
  hints: READS,
  input: z.strictObject({
    catalog: z
      .looseObject({
        query: queryInput
          .optional()
          .describe("Words, and a price such as under 30 dollars. Products with all words come first."),
        filters: filtersInput.prefault({}),
        pagination: paginationInput,
        context: contextInput,
      })
      .prefault({}),
    response_format: formatInput,
    meta: metaInput,
  }),
  output: z.object({
    ...ucpOutput,
    products: z.array(ucpProductOutput),
    pagination: z.object({ cursor: z.string().optional(), has_next_page: z.boolean() }),
    cut: z.string().nullable(),
    ...hintOutput,
  }),
  run: async ({ ctx, signal, input: { catalog, response_format: format } }) => {
    const { query, filters, pagination, context } = catalog;
    const currency = currencyOf(context);
    const page = await directoryPage(ctx, { query, filters, currency, ...pagination, format }, { signal });
    const { products, next_cursor: cursor, cut, hint } = page;
    return {
      ucp: ucpOf("search"),
      products,
      pagination: { ...(cursor !== null && { cursor }), has_next_page: cursor !== null },
      cut,
      hint,
    };
  },
});
