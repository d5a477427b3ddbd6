import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { channelTrend, channelTrendOutput, trendDaysInput } from "./parts/channel-trend.js";
import { estimateTokens } from "./parts/count-tokens.js";
import { exclusionHint, exclusionReasonsOutput, nextStepOutput } from "./parts/exclusion-hint.js";
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
    "Lists the products with errors, which a channel leaves out of its files, with counts by issue and the call that " +
    "fixes it; with skus the status of each, also why the channel excludes it. validate_products tests a correction.",
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
    products: z.array(
      z.object({
        sku: z.string(),
        status: z.enum(["written", "excluded", "invalid"]),
        reasons: exclusionReasonsOutput,
        issues: issuesOutput,
      }),
    ),
    next_step: nextStepOutput,
    trend: channelTrendOutput,
    ...pageOutput,
  }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async ({ ctx, principal, input, signal }) => {
    const { channel_id: id, skus, trend_days: days, limit, cursor } = input;
    const bound = ["channel_issues", principal.workspaceId, id, skus ?? null];
    const after = cursor === undefined ? "" : ctx.cursors.decode(cursor, bound);
    const asked = { id, skus, limit: skus?.length ?? limit, after };
    const { preview, next, listed } = await previewChannel({ ctx: ctx.catalog, principal, input: asked, signal });
    const { selected, written, excluded, invalid: invalidCount } = preview.counts;
    const overview = {
      counts: { selected, written, excluded, invalid: invalidCount },
      issues: await issueGroups({ ctx: ctx.catalog, principal }, preview),
      trend: days === undefined ? null : await channelTrend({ ctx: ctx.catalog, principal, input: { id, days } }),
    };
    const entries = skus === undefined ? preview.invalid.map(invalidEntry) : entriesOf(preview, listed);
    const tokensLeft = LIMITS.toolAnswerTokensMax - FRAME_TOKENS - estimateTokens(JSON.stringify(overview));
    const shown = fitItems(entries, tokensLeft);
    const more = preview.truncated.invalid + entries.length - shown.length;
    const position = more > 0 && skus === undefined ? (shown.at(-1)?.sku ?? next) : next;
    return {
      ...overview,
      products: [...shown],
      next_step:
        skus === undefined && excluded > 0 ? NAME_SKUS : exclusionHint(shown.flatMap(({ reasons }) => reasons)),
      next_cursor: position === null ? null : ctx.cursors.encode({ position, filter: bound }),
      cut:
        more === 0
          ? null
          : `${more} more products ${skus ? "did not fit; name fewer SKUs" : "have issues; pass next_cursor for them"}.`,
    };
  },
});

const NAME_SKUS = "Excluded products are not listed here: name their SKUs in skus to see why.";

const invalidEntry = ({ sku, issues }: ChannelPreview["invalid"][number]) => ({
  sku,
  status: "invalid" as const,
  reasons: [] as string[],
  issues: issuesWithoutSku(issues),
});

/** All products of the preview, in the order of `listed`. */
function entriesOf(
  { rows, excluded, invalid }: Pick<ChannelPreview, "rows" | "excluded" | "invalid">,
  listed: readonly string[],
) {
  const entries = [
    ...rows.map(({ sku, issues }) => ({
      sku,
      status: "written" as const,
      reasons: [],
      issues: issuesWithoutSku(issues),
    })),
    ...excluded.map(({ sku, reasons, issues = [] }) => ({
      sku,
      status: "excluded" as const,
      reasons,
      issues: issuesWithoutSku(issues),
    })),
    ...invalid.map(invalidEntry),
  ];
  const entryOf = new Map(entries.map((entry) => [entry.sku, entry]));
  return listed.flatMap((sku) => entryOf.get(sku) ?? []);
}
