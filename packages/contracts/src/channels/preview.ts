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
    .describe("A draft: merged into the stored channel as PATCH would do, but not stored."),
  skus: z
    .array(skuSchema)
    .min(1)
    .max(LIMITS.previewSkusMax)
    .optional()
    .describe("Only these products, of any status; otherwise the active ones in order of SKU."),
  limit: z
    .int()
    .min(1)
    .max(LISTED_MAX)
    .default(LISTED_DEFAULT)
    .describe("Maximum number of entries in each list; the counts cover all examined products."),
  cursor: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("next_cursor of the previous preview, with the same request."),
});
export type ChannelPreviewRequest = z.output<typeof channelPreviewRequestSchema>;

const rowSchema = z.object({
  sku: z.string(),
  row: z.record(z.string(), z.unknown()).describe("Values by column of the profile; empty columns are left out."),
  issues: z.array(runIssueSchema).describe("Warnings."),
});

/** Why a channel excludes a product: `rule` is an exclude rule, everything else is its selection. */
export const EXCLUSION_REASONS = [
  "status",
  "exclude_skus",
  "availability",
  "brand",
  "condition",
  "updated_after",
  "q",
  "conditions",
  "rule",
  "not_found",
] as const;

const excludedSchema = z.object({
  sku: z.string(),
  reasons: z
    .array(z.string())
    .describe(
      `Every filter that does not match, conditions, exclude_skus, rule (an exclude rule), status (not active), or not_found: ${EXCLUSION_REASONS.join(", ")}.`,
    ),
  issues: z
    .array(runIssueSchema)
    .optional()
    .describe("With the reason of the exclude rule; only with the reason rule."),
});

const invalidSchema = z.object({ sku: z.string(), issues: z.array(runIssueSchema) });

const ruleEffectSchema = z.object({
  index: z.int().describe("Position in the channel's rules, from 0."),
  type: z.string(),
  matched: z.int().describe("Rows that it applied to: its condition was true, or it produced a value."),
  changed: z.int().describe("Rows that it changed."),
  failed: z.int().describe("Rows that are left out because it produced no usable value."),
});

export const channelPreviewSchema = z
  .object({
    channel_id: z.string(),
    profile: z.string().describe("The profile in use: `name@version`."),
    as_of: z.iso.datetime().describe("The time at which sales are evaluated."),
    counts: runCountsSchema.omit({ added: true, changed: true, removed: true }),
    columns: z.array(z.string()).describe("The profile's columns in the order of a file."),
    rows: z.array(rowSchema),
    excluded: z.array(excludedSchema),
    invalid: z.array(invalidSchema),
    issue_counts: z
      .array(
        z.object({
          code: z.string(),
          field: z.string(),
          severity: z.enum(["error", "warning"]),
          products: z.int().describe("Products with this issue."),
        }),
      )
      .describe("Issues of all examined products by code and column, the most frequent first."),
    truncated: z
      .object({ rows: z.int(), excluded: z.int(), invalid: z.int() })
      .describe("Entries that did not fit into each list."),
    rules: z.array(ruleEffectSchema).describe("What each rule did to the examined rows."),
    is_complete: z.boolean().describe("Whether all products were examined."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Pass it as cursor to continue with the next products; null at the end."),
  })
  .meta({ id: "ChannelPreview" });
export type ChannelPreview = z.output<typeof channelPreviewSchema>;
