import { lookupDirectory } from "@skucast/catalog/directory/lookup-directory";
import { Problem } from "@skucast/contracts/problem";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { publicIdSchema } from "./parts/public-id.js";
import { metaInput } from "./parts/ucp-input.js";
import { ucpOf, ucpOutput, ucpProductOf, ucpProductOutput } from "./parts/ucp-product.js";

export const getPublicProduct = definePublicTool({
  name: "get_product",
  title: "Get a public product",
  description:
    "Reads one product of the public directory by its id, with all public fields. Use it for details; " +
    "use lookup_catalog for several products, search_catalog to find an id.",
  hints: READS,
  input: z.strictObject({ catalog: z.looseObject({ id: publicIdSchema }), meta: metaInput }),
  output: z.object({ ...ucpOutput, product: ucpProductOutput }),
  remedies: { not_found: "search_catalog finds the ids of currently public products." },
  run: async ({ ctx, signal, input: { catalog } }) => {
    const [product] = await lookupDirectory({ ctx: ctx.catalog, input: { ids: [catalog.id] }, signal });
    if (!product) throw new Problem("not_found", `No public product has the id ${catalog.id}.`);
    return { ucp: ucpOf("lookup"), product: ucpProductOf(product, "detailed") };
  },
});
