import { z } from "zod";
import { LIMITS } from "../limits.js";
import { skuSchema } from "../products/product.js";
import { runCountsSchema, runIssueSchema } from "../runs/run.js";
import { channelPatchSchema } from "./channel.js";

const LISTED_DEFAULT = 20;
const LISTED_MAX = 200;

export const channelPreviewRequestSchema = z.strictObject({
  channel: channelPatchSchema
    .pick({ profile: true, market: true, defaults: true, selection: true, rules: true })
    .optional()
    .describe("A draft: merged into the stored channel as PATCH would, and not stored."),
  skus: z
    .array(skuSchema)
    .min(1)
    .max(LIMITS.previewSkusMax)
    .optional()
    .describe("Only these products, whatever their status; otherwise the active ones in the order of their SKUs."),
  limit: z
    .int()
    .min(1)
    .max(LISTED_MAX)
    .default(LISTED_DEFAULT)
    .describe("Entries of each list of the answer; the counts are of all that was looked at."),
  cursor: z.string().min(1).max(1024).optional().describe("next_cursor of the preview before, with the same request."),
});
export type ChannelPreviewRequest = z.output<typeof channelPreviewRequestSchema>;

const rowSchema = z.object({
  sku: z.string(),
  row: z.record(z.string(), z.unknown()).describe("By the profile's columns; those without a value are left out."),
  issues: z.array(runIssueSchema).describe("Warnings."),
});

/** What keeps a product out by choice. */
export const EXCLUSION_REASONS = [
  "status",
  "exclude_skus",
  "availability",
  "brand",
  "condition",
  "updated_after",
  "q",
  "not_found",
] as const;

const excludedSchema = z.object({
  sku: z.string(),
  reasons: z
    .array(z.string())
    .describe(
      `Every filter that does not let it through, exclude_skus, status (not active), or not_found: ${EXCLUSION_REASONS.join(", ")}.`,
    ),
});

const invalidSchema = z.object({ sku: z.string(), issues: z.array(runIssueSchema) });

const ruleEffectSchema = z.object({
  index: z.int().describe("Place among the channel's rules, from 0."),
  type: z.string(),
  matched: z.int().describe("Rows that it had to do with: its condition held, or it made a value."),
  changed: z.int().describe("Rows that are not what they were before it."),
  failed: z.int().describe("Rows of which it could make no usable value, so that they are left out."),
});

export const channelPreviewSchema = z
  .object({
    channel_id: z.string(),
    profile: z.string().describe("The form that was followed: `name@version`."),
    as_of: z.iso.datetime().describe("The moment that decides which sales are on."),
    counts: runCountsSchema.omit({ added: true, changed: true, removed: true }),
    columns: z.array(z.string()).describe("The profile's columns in the order of a file."),
    rows: z.array(rowSchema),
    excluded: z.array(excludedSchema),
    invalid: z.array(invalidSchema),
    issue_counts: z
      .array(
        z.object({
          ...{ code: z.string(), field: z.string(), severity: z.enum(["error", "warning"]) },
          products: z.int().describe("Products that have it."),
        }),
      )
      .describe("Issues by code and column, of all that was looked at, the most frequent first."),
    truncated: z
      .object({ rows: z.int(), excluded: z.int(), invalid: z.int() })
      .describe("How many more entries each list would have."),
    rules: z.array(ruleEffectSchema).describe("What each rule did to the rows that were looked at."),
    is_complete: z.boolean().describe("Whether no product is left to look at."),
    next_cursor: z.string().nullable().describe("Goes on with the products after these; null at the end."),
  })
  .meta({ id: "ChannelPreview" });
export type ChannelPreview = z.output<typeof channelPreviewSchema>;
