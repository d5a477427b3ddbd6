import { z } from "zod";
import { ISSUE_CODES, type IssueCode } from "../channel-profiles/issue-codes.js";
import { CHANNEL_STATUSES } from "../channels/channel.js";
import { EXCLUSION_REASONS } from "../channels/preview.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery } from "../list.js";
import { skuSchema } from "../products/product.js";
import { skuParameter } from "../products/sku-parameter.js";
import { runIssueSchema } from "../runs/run.js";
import { text } from "../text.js";

/** Status of a product in a channel. */
export const LISTING_STATUSES = {
  published: "The current row is in the last good file of one of the channel's feeds.",
  pending: "The row is valid, but no good run has started since it last changed.",
  held: "Like pending, but a held run contains the row.",
  invalid: "The row has errors and is left out of files; see issues.",
  excluded: "The channel does not select the product, or a rule excludes it; see reasons.",
} as const;
export type ListingStatus = keyof typeof LISTING_STATUSES;

const STATUSES = Object.keys(LISTING_STATUSES) as [ListingStatus, ...ListingStatus[]];
const timestamp = z.iso.datetime().nullable();

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
    row_hash: z.string().nullable().describe("Hash of the row: equal rows have the same. Null without a valid row."),
    changed_at: timestamp.describe("When the row last changed; null while excluded."),
    last_published_at: timestamp.describe(
      "When the last good run ended that contained the product, even with an earlier row; null if none did.",
    ),
    next_change_at: timestamp.describe("When the row may change by itself because a sale starts or ends."),
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
  field: text(64).optional().describe("Only issues of this column."),
  severity: severity.optional().describe("An error keeps the product out of files; a warning does not."),
  sku: skuSchema.optional(),
});

const summarySchema = z.object({
  products: z.int().describe("Products with issues."),
  invalid: z.int().describe("Those that are left out of files."),
  counts: z.array(z.object({ code: z.string(), severity, count: z.int() })).describe("Most frequent first."),
  causes: z
    .array(
      z.object({
        code: z.string(),
        severity,
        field: z.string().describe("The column of the profile."),
        products: z.int().describe("Products with this issue."),
        message: z.string().describe("The message of one of them."),
        fix_hint: z.string(),
      }),
    )
    .describe(
      `The issues by cause: code and column; errors first, then the most frequent, up to ${LIMITS.issueCausesMax}.`,
    ),
  is_exact: z
    .boolean()
    .describe(`False if more than ${LIMITS.issueProductsCountedMax} products have issues; counting stops there.`),
});
export type IssueSummary = z.output<typeof summarySchema>;

export const channelIssueListSchema = listOf(runIssueSchema).extend({
  is_complete: z
    .boolean()
    .describe("False while products are still being checked after the channel was created or changed."),
  summary: summarySchema
    .nullable()
    .describe("For the whole channel, regardless of filters; only on the first page, otherwise null."),
});
