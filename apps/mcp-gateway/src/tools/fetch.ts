import { getProduct } from "@skucast/catalog/products/get-product";
import { LIMITS } from "@skucast/contracts/limits";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { truncateToTokens } from "./parts/count-tokens.js";
import { citationOf } from "./parts/product-citation.js";
import type { StoredProduct } from "./parts/product-view.js";

/** The shape that ChatGPT's deep research and company knowledge require. */
export const fetchProduct = defineTool({
  name: "fetch",
  title: "Fetch a source",
  description:
    "Reads one product of the workspace that search found, as text to cite. For clients that only know search and fetch; others use " +
    "get_product.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject({ id: skuSchema.describe("id of a search result: the SKU.") }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  remedies: { not_found: "search finds ids." },
  run: async ({ ctx, principal, input: { id: sku } }) => {
    const { doc } = await getProduct({ ctx: ctx.catalog, principal, input: { sku } });
    // The verb returns the stored JSON document of the product.
    const product = JSON.parse(doc) as StoredProduct;
    const text = textOf(product);
    const shown = truncateToTokens(text, TEXT_TOKENS_MAX);
    return {
      ...citationOf(product, ctx.publicUrl),
      text: shown === text ? text : `${shown}\n${CUT}`,
      metadata: { updated_at: String(product.updated_at), version: String(product.version) },
    };
  },
});

const TEXT_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 2;
const CUT = "[Truncated: get_product returns single fields by name.]";
const BOOKKEEPING: ReadonlySet<string> = new Set(["id", "content_hash", "version", "created_at", "metadata"]);

/** One field per line. */
function textOf(product: StoredProduct): string {
  const lines = Object.entries(product)
    .filter(([name]) => !BOOKKEEPING.has(name))
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return lines.join("\n");
}
