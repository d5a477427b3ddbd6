import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { LIMITS } from "@skucast/contracts/limits";
import type { BatchItemResult } from "@skucast/contracts/products/routes";
import { z } from "zod";
import { inToolTerms } from "../server/in-tool-terms.js";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { fitItems } from "./parts/fit-items.js";
import { itemError, lenientProduct, productItems, toolErrors } from "./parts/product-items.js";

export const upsertProducts = defineTool({
  name: "upsert_products",
  title: "Create or change products",
  description:
    "Creates or changes products by SKU, each with its own result: an invalid one does not reject the others. New ones need sku, " +
    "title, price_amount, price_currency and availability. If unsure, use validate_products first. To remove " +
    "products use delete_products.",
  scopes: ["products:write"],
  hints: OVERWRITES,
  input: z.strictObject({
    products: productItems,
    validate_only: z.boolean().default(false),
  }),
  output: z.object({
    stored: z.boolean().describe("Whether anything was stored or changed; see results."),
    summary: z.object({ total: z.int(), created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() }),
    results: z.array(
      z.object({
        index: z.int(),
        sku: z.string().nullable(),
        version: z.int().optional(),
        error: itemError.optional(),
        stored: z.boolean(),
        status: z.enum(["created", "updated", "unchanged", "failed"]),
      }),
    ),
    next_step: z.string().nullable(),
    cut: z.string().nullable().describe("What was omitted for length."),
  }),
  run: async ({ ctx, principal, signal, input: { products, validate_only: validateOnly } }) => {
    const input = { items: products.map(lenientProduct), mode: "partial", validateOnly } as const;
    const { summary, results } = await batchUpsertProducts({ ctx: ctx.catalog, principal, input, signal });
    const next_step = summary.failed === 0 ? null : NEXT_STEP;
    const told = results.map((result) => ({ ...result, stored: !validateOnly && STORED.has(result.status) }));
    const stored = told.some((result) => result.stored);
    return { stored, summary, next_step, ...withinSize(told, summary.failed) };
  },
});

const STORED: ReadonlySet<BatchItemResult["status"]> = new Set(["created", "updated"]);

/** The results that fit. If many products failed, each shows only its first errors. */
function withinSize(results: readonly (BatchItemResult & { readonly stored: boolean })[], failed: number) {
  const errorsTokens = Math.floor(LIMITS.toolAnswerTokensMax / 2 / Math.max(failed, 1));
  let errorsLeftOut = 0;
  const short = results.map(({ error, ...result }) => {
    if (!error) return result;
    const errors = [...fitItems(toolErrors(error.errors), errorsTokens)];
    errorsLeftOut += error.errors.length - errors.length;
    return { ...result, error: { ...error, detail: inToolTerms(error.detail), errors } };
  });
  const shown = fitItems(short);
  const leftOut = [
    ...(errorsLeftOut > 0 ? [`${errorsLeftOut} more errors of these products`] : []),
    ...(shown.length < short.length ? [`the results from index ${shown.length} on`] : []),
  ];
  const cut =
    leftOut.length === 0 ? null : `Omitted: ${leftOut.join(", ")}. Send fewer products in one call to see them.`;
  return { results: [...shown], cut };
}

const NEXT_STEP = "Correct the failed products by their errors and send only these again.";
