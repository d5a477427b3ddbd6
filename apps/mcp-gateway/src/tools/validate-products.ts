import { validateProducts as validateProductsVerb } from "@skucast/catalog/products/validate-products";
import {
  type CustomProfileCreate,
  customProfileCreateSchema,
} from "@skucast/contracts/channel-profiles/custom-profile";
import { faultsBelow } from "@skucast/contracts/faults";
import { idSchema } from "@skucast/contracts/ids";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { validationFailed } from "@skucast/contracts/problem";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { exclusionHint, exclusionReasonsOutput, nextStepOutput } from "./parts/exclusion-hint.js";
import { fitItems } from "./parts/fit-items.js";
import { issuesOutput } from "./parts/issues.js";
import { briefProductItems, itemErrorsOutput, lenientProduct, toolErrors } from "./parts/product-items.js";

export const validateProducts = defineTool({
  name: "validate_products",
  title: "Validate products",
  description:
    "Checks products as upsert_products would, without storing them; with channel_id also whether and why that channel " +
    "would leave them out. For stored products use get_channel_issues.",
  scopes: ["products:read"],
  argumentScopes: { channel_id: "channels:read" },
  hints: READS,
  input: z.strictObject({
    products: briefProductItems,
    channel_id: idSchema("ch").optional(),
    profile: z.record(z.string(), z.unknown()).optional().describe("A custom profile to try there."),
  }),
  output: z.object({
    results: z.array(
      z.object({
        index: z.int(),
        sku: z.string().nullable(),
        is_valid: z.boolean(),
        change: z.enum(["create", "update", "none"]).nullable().describe("What storing it would do."),
        errors: itemErrorsOutput.describe("Why it cannot be stored."),
        issues: issuesOutput.describe("Issues in the channel; errors exclude the product from its files."),
        reasons: exclusionReasonsOutput,
      }),
    ),
    next_step: nextStepOutput,
    cut: z.string().nullable(),
  }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async ({ ctx, principal, signal, input: { products, channel_id: channelId, profile: draft } }) => {
    const input = { items: products.map(lenientProduct), channelId, profile: draft && profileIn(draft, channelId) };
    const validations = await validateProductsVerb({ ctx: ctx.catalog, principal, input, signal });
    const results = validations.map(({ index, sku, isValid, change, faults, issues, reasons }) => ({
      index,
      sku,
      is_valid: isValid,
      change,
      errors: toolErrors([...faults]),
      issues: [...issues],
      reasons: [...reasons],
    }));
    const shown = fitItems(results);
    const cut = shown.length === results.length ? null : cutSentence(shown.length, results.length);
    return { results: [...shown], next_step: exclusionHint(shown.flatMap(({ reasons }) => reasons)), cut };
  },
});

/** A draft of a profile. Throws all of its errors. */
function profileIn(draft: object, channelId: string | undefined): CustomProfileCreate {
  if (channelId === undefined) {
    throw validationFailed([{ pointer: "/channel_id", code: "required", message: "is required with profile" }]);
  }
  const parsed = parseBounded(customProfileCreateSchema, draft);
  if (!parsed.success) throw validationFailed(faultsBelow("/profile", parsed.error, customProfileCreateSchema));
  return parsed.data;
}

const cutSentence = (kept: number, all: number): string =>
  `The results of the first ${kept} of ${all} products fit into one answer; validate the others in another call.`;
