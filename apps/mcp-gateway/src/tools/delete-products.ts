import { deleteProducts as deleteProductsVerb } from "@skucast/catalog/products/delete-products";
import { z } from "zod";
import { defineTool, OVERWRITES } from "./define-tool.js";
import { skusInput } from "./parts/sku-input.js";

export const deleteProducts = defineTool({
  name: "delete_products",
  title: "Delete products",
  description:
    "Deletes products by SKU, in every channel, each with its own result. To remove a product from channels but keep it, set " +
    "its status to archived with upsert_products. People can undo it for some weeks.",
  scopes: ["products:write"],
  hints: OVERWRITES,
  input: z.strictObject({
    skus: skusInput.describe("Case-sensitive."),
    validate_only: z.boolean().default(false),
  }),
  output: z.object({
    stored: z.boolean().describe("Whether anything was deleted; see results."),
    summary: z.object({ total: z.int(), deleted: z.int(), failed: z.int() }),
    results: z.array(
      z.object({
        sku: z.string(),
        status: z.enum(["deleted", "failed"]),
        error: z.object({ code: z.string(), detail: z.string() }).optional(),
      }),
    ),
  }),
  run: async ({ ctx, principal, signal, input: { skus, validate_only: validateOnly } }) => {
    const input = { skus, validateOnly };
    const deletions = await deleteProductsVerb({ ctx: ctx.catalog, principal, input, signal });
    const failed = deletions.filter(({ status }) => status === "failed").length;
    return {
      stored: !validateOnly && failed < deletions.length,
      summary: { total: deletions.length, deleted: deletions.length - failed, failed },
      results: deletions.map((deletion) =>
        deletion.status === "deleted"
          ? deletion
          : { sku: deletion.sku, status: deletion.status, error: errorOf(deletion.problem) },
      ),
    };
  },
});

const errorOf = ({ code, message }: { code: string; message: string }) => ({ code, detail: message });
