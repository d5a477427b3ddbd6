import { lookupDirectory } from "@skucast/catalog/directory/lookup-directory";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { anyIdSchema, publicIdSchema } from "./parts/public-id.js";
import { contextInput, currencyOf } from "./parts/ucp-context.js";
import { messagesOutput, ucpOf, ucpOutput } from "./parts/ucp-envelope.js";
import { filtersInput, matches } from "./parts/ucp-filters.js";
import { metaInput } from "./parts/ucp-input.js";
import { ucpProductOf, ucpProductOutput } from "./parts/ucp-product.js";

export const getPublicProduct = definePublicTool({
  name: "get_product",
  title: "Get a public product",
  description:
    "Reads one product of the public directory by its id, with all public fields. Use it for details; " +
    "use lookup_catalog for several products, search_catalog to find an id.",
  hints: READS,
  input: z.strictObject({
    catalog: z.looseObject({ id: anyIdSchema, filters: filtersInput.prefault({}), context: contextInput }),
    meta: metaInput,
  }),
  output: z.object({ ...ucpOutput, product: ucpProductOutput.optional(), messages: messagesOutput.optional() }),
  run: async ({ ctx, signal, input: { catalog } }) => {
    const { id, filters, context } = catalog;
    const ids = publicIdSchema.safeParse(id).success ? [id] : [];
    const [product] = await lookupDirectory({ ctx: ctx.catalog, input: { ids }, signal });
    if (product === undefined) return notFound(`No public product has the id ${id}; search_catalog finds ids.`);
    if (!matches(product, filters, currencyOf(context))) return notFound(`The filters exclude the product ${id}.`);
    const shown = ucpProductOf(product, "detailed");
    const selected = shown.variants[0]?.options;
    return { ucp: ucpOf("lookup"), product: { ...shown, ...(selected && { selected }) } };
  },
});

/** In the catalog protocol, a missing product is an outcome, not an error of the call. */
const notFound = (content: string) => ({
  ucp: { ...ucpOf("lookup"), status: "error" as const },
  messages: [{ type: "error", code: "not_found", content, severity: "unrecoverable" }],
});
