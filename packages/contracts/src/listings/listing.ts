import { z } from "zod";
import { ISSUE_CODES, type IssueCode } from "../channel-profiles/issue-codes.js";
import { CHANNEL_STATUSES } from "../channels/channel.js";
import { EXCLUSION_REASONS } from "../channels/preview.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery } from "../list.js";
import { skuSchema } from "../products/product.js";
import { skuParameter } from "../products/sku-parameter.js";
import { runIssueSchema } from "../runs/run.js";

/** What a product is in a channel. */
export const LISTING_STATUSES = {
  published: "The row as it is now is in the last good file of one of the channel's feeds.",
  pending: "The row is valid, and no good run has begun since it became what it is.",
  held: "The same, and a run that is held has it.",
  invalid: "The row has errors and stays out of files; issues says which.",
  excluded: "The channel does not select the product; reasons says why.",
} as const;
export type ListingStatus = keyof typeof LISTING_STATUSES;

const STATUSES = Object.keys(LISTING_STATUSES) as [ListingStatus, ...ListingStatus[]];
const moment = z.iso.datetime().nullable();

export const productChannelSchema = z
  .object({
    channel_id: z.string(),
    channel_name: z.string(),
    channel_status: z.enum(CHANNEL_STATUSES),
    profile: z.string(),
    status: z.enum(STATUSES).describe(
      Object.entries(LISTING_STATUSES)
        .map(([status, meaning]) => `${status}: ${meaning}`)
        .join(" "),
    ),
    reasons: z.array(z.string()).describe(`Why it is excluded: ${EXCLUSION_REASONS.slice(0, -1).join(", ")}.`),
    issues: z.array(runIssueSchema),
    row_hash: z.string().nullable().describe("Stands for the row: equal ones have the same. Null without a valid row."),
    changed_at: moment.describe("Since when the row is what it is; null while it is excluded."),
    last_published_at: moment.describe(
      "When the last good run ended that had a row of the product, be it an earlier one; null when none has.",
    ),
    next_change_at: moment.describe("When time alone may make another row of it: a sale begins or ends."),
  })
  .meta({ id: "ProductChannel" });
export type ProductChannel = z.output<typeof productChannelSchema>;

export const productChannelParams = z.object({ sku: skuParameter });
export const productChannelListQuery = z.object(pageQuery);
export const productChannelListSchema = listOf(productChannelSchema);

const issueCode = z.enum(Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]);
const severity = z.enum(["error", "warning"]);

export const channelIssueListQuery = z.object({
  ...pageQuery,
  code: issueCode.optional(),
  severity: severity.optional().describe("An error leaves the product out of files, a warning does not."),
  sku: skuSchema.optional(),
});

const summarySchema = z.object({
  products: z.int().describe("Products with issues."),
  invalid: z.int().describe("Those of them that stay out of files."),
  counts: z.array(z.object({ code: z.string(), severity, count: z.int() })).describe("The most frequent first."),
  is_exact: z
    .boolean()
    .describe(`False when more than ${LIMITS.issueProductsCountedMax} products have issues: so many are counted.`),
});
export type IssueSummary = z.output<typeof summarySchema>;

export const channelIssueListSchema = listOf(runIssueSchema).extend({
  is_complete: z
    .boolean()
    .describe("False while products are still being looked at, after the channel was made or changed."),
  summary: summarySchema.nullable().describe("Of the whole channel, whatever the filters; null after the first page."),
});
