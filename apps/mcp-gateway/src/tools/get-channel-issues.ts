import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { channelTrend, channelTrendOutput, trendDaysInput } from "./parts/channel-trend.js";
import { estimateTokens } from "./parts/count-tokens.js";
import { fitItems } from "./parts/fit-items.js";
import { issueGroups, issueGroupsOutput } from "./parts/issue-groups.js";
import { issuesOutput, issuesWithoutSku } from "./parts/issues.js";
import { skusInput } from "./parts/sku-input.js";
import { pageInput, pageOutput } from "./parts/tool-page.js";

/** The notice, the cursor, the sentence about what was omitted, and the names of the members. */
const FRAME_TOKENS = 500;

export const getChannelIssues = defineTool({
  name: "get_channel_issues",
  title: "Get a channel's issues",
  description:
    "Lists the stored products that a channel would leave out of its files now, and why, with counts by issue and the " +
    "call that fixes it. Use it to find what to correct; validate_products tests a correction.",
  scopes: ["channels:read", "products:read"],
  hints: READS,
  input: z.strictObject({
    channel_id: idSchema("ch"),
    skus: skusInput.optional().describe("Only these products."),
    trend_days: trendDaysInput,
    ...pageInput,
  }),
  output: z.object({
    counts: z
      .object({ selected: z.int(), written: z.int(), excluded: z.int(), invalid: z.int() })
      .describe("Of all products checked from cursor on."),
    issues: issueGroupsOutput,
    products: z.array(z.object({ sku: z.string(), issues: issuesOutput })),
    trend: channelTrendOutput,
    ...pageOutput,
  }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async ({ ctx, principal, input, signal }) => {
    const { channel_id: id, skus, trend_days: days, limit, cursor } = input;
    const bound = ["channel_issues", principal.workspaceId, id, skus ?? null];
    const after = cursor === undefined ? "" : ctx.cursors.decode(cursor, bound);
    const asked = { id, skus, limit, after };
    const { preview, next } = await previewChannel({ ctx: ctx.catalog, principal, input: asked, signal });
    const { selected, written, excluded, invalid: invalidCount } = preview.counts;
    const overview = {
      counts: { selected, written, excluded, invalid: invalidCount },
      issues: await issueGroups({ ctx: ctx.catalog, principal }, preview),
      trend: days === undefined ? null : await channelTrend({ ctx: ctx.catalog, principal, input: { id, days } }),
    };
    const invalid = preview.invalid.map(({ sku, issues }) => ({ sku, issues: issuesWithoutSku(issues) }));
    const tokensLeft = LIMITS.toolAnswerTokensMax - FRAME_TOKENS - estimateTokens(JSON.stringify(overview));
    const shown = fitItems(invalid, tokensLeft);
    const more = preview.truncated.invalid + invalid.length - shown.length;
    const position = more > 0 && skus === undefined ? (shown.at(-1)?.sku ?? next) : next;
    return {
      ...overview,
      products: [...shown],
      next_cursor: position === null ? null : ctx.cursors.encode({ position, filter: bound }),
      cut:
        more === 0
          ? null
          : `${more} more of these products have issues; ${skus ? "name fewer SKUs" : "pass next_cursor for them"}.`,
    };
  },
});
