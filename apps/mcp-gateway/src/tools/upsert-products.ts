import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { currentTraceparent } from "@skucast/service-kit/traces";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { itemError, productItems } from "./parts/product-items.js";

export const upsertProducts = defineTool({
  name: "upsert_products",
  title: "Create or change products",
  description:
    "Creates products or changes existing ones by SKU, each with its own result: a bad one refuses no other. Given fields " +
    "are set, absent ones keep their value. New products need sku, title, price_amount, price_currency and availability. " +
    "Use validate_products first when you are not sure. Not for removing products: that is delete_products.",
  scopes: ["products:write"],
  hints: OVERWRITES,
  input: z.strictObject({
    products: productItems,
    validate_only: z.boolean().default(false).describe("Check everything, store nothing."),
  }),
  output: z.object({
    stored: z.boolean().describe("false when it was only validated."),
    summary: z.object({ total: z.int(), created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() }),
    results: z.array(
      z.object({
        ...{ index: z.int(), sku: z.string().nullable(), version: z.int().optional(), error: itemError.optional() },
        status: z.enum(["created", "updated", "unchanged", "failed"]),
      }),
    ),
    next_step: z.string().nullable(),
  }),
  run: async ({ ctx, principal, input: { products, validate_only: validateOnly } }) => {
    const input = { items: products, mode: "partial", validateOnly, traceparent: currentTraceparent() } as const;
    const { summary, results } = await batchUpsertProducts({ ctx: ctx.catalog, principal, input });
    return { stored: !validateOnly, summary, results, next_step: summary.failed === 0 ? null : NEXT_STEP };
  },
});

const NEXT_STEP = "Correct the failed products by their errors and send only these again.";
