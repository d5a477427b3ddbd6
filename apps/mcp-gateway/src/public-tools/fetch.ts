import { lookupDirectory } from "@skucast/catalog/directory/lookup-directory";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { truncateToTokens } from "../tools/parts/count-tokens.js";
import { publicCitationOf } from "./parts/public-citation.js";
import { publicIdSchema } from "./parts/public-id.js";

/** The shape that ChatGPT's deep research and company knowledge require. */
export const publicFetch = definePublicTool({
  name: "fetch",
  title: "Fetch a public source",
  description:
    "Reads one public product that search found, as text to cite. For clients that only know search and fetch; others use " +
    "get_product. It reads only the public directory, never a URL.",
  hints: READS,
  input: z.strictObject({ id: publicIdSchema }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  remedies: { not_found: "search finds the ids of currently public products." },
  run: async ({ ctx, signal, input: { id } }) => {
    const [product] = await lookupDirectory({ ctx: ctx.catalog, input: { ids: [id] }, signal });
    if (!product) throw new Problem("not_found", `No public product has the id ${id}.`);
    const { fields, price } = product;
    const lines = Object.entries({ ...fields, price }).map(
      ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    const text = lines.join("\n");
    const shown = truncateToTokens(text, TEXT_TOKENS_MAX);
    return {
      ...publicCitationOf(product, ctx.publicUrl),
      text: shown === text ? text : shown + CUT,
      metadata: { catalog_id: product.catalogId },
    };
  },
});

const TEXT_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 2;
const CUT = "\n[Truncated: the product's own page has the rest.]";
