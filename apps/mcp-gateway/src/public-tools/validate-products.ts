import { checkProducts } from "@skucast/catalog/directory/check-products";
import { CHANNEL_PROFILES, channelCreateSchema } from "@skucast/contracts/channels/channel";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";
import { issuesOutput } from "../tools/parts/issues.js";
import { itemErrorsOutput, productItems } from "../tools/parts/product-items.js";
import { metaInput } from "./parts/ucp-input.js";

const { country, currency, language } = channelCreateSchema.shape.market.shape;

export const validatePublicProducts = definePublicTool({
  name: "validate_products",
  title: "Check products against a profile",
  description:
    "Checks the given product data against a kind of channel, such as OpenAI's or Google's, and says what " +
    "to correct. It stores nothing and needs no account. Use describe_channel_profile to read the rules.",
  hints: READS,
  input: z.strictObject({
    products: productItems,
    profile: z
      .enum(CHANNEL_PROFILES)
      .default("generic")
      .describe("With @version for that version, without for the newest."),
    market: z.strictObject({ country, currency, language }).describe("The market to sell in."),
    meta: metaInput,
  }),
  output: z.object({
    results: z.array(
      z.object({
        index: z.int(),
        sku: z.string().nullable(),
        is_valid: z.boolean(),
        errors: itemErrorsOutput.describe("Why it is not a valid product."),
        issues: issuesOutput.describe("Issues with the profile; errors exclude the product from a channel's files."),
      }),
    ),
    cut: z.string().nullable(),
  }),
  run: async ({ ctx, signal, input: { products, profile, market } }) => {
    const checked = await checkProducts({ ctx: ctx.catalog, input: { items: products, profile, market }, signal });
    const results = checked.map(({ index, sku, isValid, faults, issues }) => ({
      index,
      sku,
      is_valid: isValid,
      errors: [...faults],
      issues: [...issues],
    }));
    const shown = fitItems(results);
    const isCut = shown.length < results.length;
    return {
      results: [...shown],
      cut: isCut ? `The first ${shown.length} of ${results.length} results fit; check the rest in another call.` : null,
    };
  },
});
