import { lookupDirectory } from "@skucast/catalog/directory/lookup-directory";
import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";
import { anyIdSchema, publicIdSchema } from "./parts/public-id.js";
import { contextInput, currencyOf } from "./parts/ucp-context.js";
import { messagesOutput, ucpOf, ucpOutput } from "./parts/ucp-envelope.js";
import { filtersInput, matches } from "./parts/ucp-filters.js";
import { formatInput, metaInput } from "./parts/ucp-input.js";
import { ucpProductOf, ucpProductOutput } from "./parts/ucp-product.js";

export const lookupPublicCatalog = definePublicTool({
  name: "lookup_catalog",
  title: "Look public products up",
  description:
    "Reads several products of the public directory by their ids in one call. Use it when you have ids; use search_catalog " +
    "to find them. Ids that are not public are listed in messages.",
  hints: READS,
  input: z.strictObject({
    catalog: z.looseObject({
      ids: z.array(anyIdSchema).min(1).max(LIMITS.toolItemsMax),
      filters: filtersInput.prefault({}),
      context: contextInput,
    }),
    response_format: formatInput,
    meta: metaInput,
  }),
  // UCP's catalog binding: a batch that is too large is a transport error, not a business outcome.
  overflow: ({ catalog }) => {
    const { ids } = (catalog ?? {}) as { ids?: unknown };
    if (!Array.isArray(ids) || ids.length <= LIMITS.toolItemsMax) return null;
    return `One call accepts at most ${LIMITS.toolItemsMax} ids, but got ${ids.length}. Look up the others in further calls.`;
  },
  output: z.object({
    ...ucpOutput,
    products: z.array(ucpProductOutput),
    messages: messagesOutput,
    cut: z.string().nullable(),
  }),
  run: async ({ ctx, signal, input: { catalog, response_format: format } }) => {
    const ids = catalog.ids.filter((id) => publicIdSchema.safeParse(id).success);
    const found = await lookupDirectory({ ctx: ctx.catalog, input: { ids }, signal });
    const matching = found.filter((product) => matches(product, catalog.filters, currencyOf(catalog.context)));
    const products = matching.map((product) => withInputs(ucpProductOf(product, format)));
    const shown = fitItems(products);
    const known = new Set(found.map(({ id }) => id));
    const missing = [...new Set(catalog.ids)].filter((id) => !known.has(id));
    return {
      ucp: ucpOf("lookup"),
      products: [...shown],
      messages: missing.map((id) => ({ type: "info", code: "not_found", content: id })),
      cut:
        shown.length === products.length
          ? null
          : `${shown.length} of ${products.length} products fit; look up the rest in another call.`,
    };
  },
});

/** Adds the identifier that matched each variant, as the protocol requires for look-ups. */
const withInputs = (product: ReturnType<typeof ucpProductOf>) => ({
  ...product,
  variants: product.variants.map((variant) => ({ ...variant, inputs: [{ id: variant.id, match: "exact" }] })),
});
