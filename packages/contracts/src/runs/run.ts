import { z } from "zod";
import { ISSUE_CODES, type IssueCode } from "../channel-profiles/issue-codes.js";
import { FEED_COVERAGES, writeQuery } from "../feeds/feed.js";
import { guardVerdictSchema } from "../feeds/guards.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields } from "../list.js";
import { text } from "../text.js";

export const RUN_STATUSES = [
  "queued",
  "generating",
  "held",
  "delivering",
  "succeeded",
  "succeeded_with_errors",
  "skipped",
  "failed",
  "cancelled",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const compared = (what: string) =>
  z.int().nullable().default(null).describe(`Rows that ${what}; null without a run to compare with.`);

/** How many products: always selected = written + excluded + invalid. */
export const runCountsSchema = z.object({
  selected: z.int(),
  written: z.int().describe("Rows that the channel publishes. A delta has the added and changed ones of them."),
  excluded: z.int(),
  invalid: z.int(),
  warnings: z.int().default(0).describe("Rows that were written although something about them is doubtful."),
  added: compared("the last delivered run did not have"),
  changed: compared("differ from those of the last delivered run"),
  removed: compared("the last delivered run had and this one has not"),
});
export type RunCounts = z.output<typeof runCountsSchema>;

export const runFileSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  rows: z.int(),
  sha256: z.string(),
  media_type: z
    .string()
    .optional()
    .describe("Of what the feed wrote, whatever the file is called. Runs of earlier versions lack it."),
});
export type RunFile = z.output<typeof runFileSchema>;

/** How far a delivered file was compared with what was sent, from the strongest to the weakest. */
export const DELIVERY_VERIFICATIONS = ["content", "sample", "size", "none"] as const;
export type DeliveryVerification = (typeof DELIVERY_VERIFICATIONS)[number];

export const RUN_DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
const deliveryFields = {
  status: z.enum(RUN_DELIVERY_STATUSES),
  attempts: z.int(),
  error: z.string().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  begun_at: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe("When writing there began. What a recipient has of a delivery that began and failed is not known."),
  bytes_sent: z.int().default(0).describe("Of this try; it grows while the files are on their way."),
  bytes_total: z.int().default(0),
  remark: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "What is worth knowing about how the files were delivered. Of a failed delivery: the failures of earlier attempts " +
        "that differ from error.",
    ),
};

const runPushSchema = z.object({
  type: z.literal("sftp_push"),
  destination_id: z.string(),
  ...deliveryFields,
  companion: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "The manifest or trigger that follows the files, from when writing began; null where the strategy has none.",
    ),
  verification: z
    .enum(DELIVERY_VERIFICATIONS)
    .nullable()
    .default(null)
    .describe(
      "How far the delivered files were compared with what was sent. content: read back whole and equal. sample: both " +
        "ends and random blocks were read back and equal. size: only the size was compared. none: the host let neither " +
        "be checked. Of several files, the weakest. null: not delivered yet, or delivered by an earlier version.",
    ),
  server_message: z
    .string()
    .nullable()
    .default(null)
    .describe("The host's own words about the last failure, shortened and without control characters or secrets."),
});
/** Files that are brought to a destination. */
export type RunPush = z.output<typeof runPushSchema>;

/** A pull is delivered when the files can be fetched: at the end of the run. */
const runPullSchema = z.object({ type: z.enum(["https_pull", "sftp_pull"]), ...deliveryFields });

export const runDeliverySchema = z.discriminatedUnion("type", [runPushSchema, runPullSchema]);
export type RunDelivery = z.output<typeof runDeliverySchema>;

/** Why a product is not in the file, or what is doubtful about it. */
export const runIssueSchema = z.object({
  sku: z.string(),
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  field: z.string(),
  message: z.string(),
  fix_hint: z.string().optional().describe("What helps."),
});
export type RunIssue = z.output<typeof runIssueSchema>;

/** A run shows so many issues itself; GET /runs/{run_id}/issues has more, and the counts are of all. */
export const RUN_ISSUES_MAX = 100;

export const issueCountSchema = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  count: z.int(),
});
export type IssueCount = z.output<typeof issueCountSchema>;

export const runReleaseSchema = z.object({ reason: z.string(), at: z.iso.datetime() });

export const runSchema = z
  .object({
    id: z.string(),
    feed_id: z.string(),
    status: z.enum(RUN_STATUSES),
    trigger: z.enum(["manual", "schedule", "rollback"]),
    rollback_to: z.string().nullable().describe("The run whose files a rollback delivers again."),
    business_date: z.iso.date().nullable().describe("The local date that a nightly run is for."),
    coverage: z
      .enum(FEED_COVERAGES)
      .nullable()
      .describe(
        "What the files hold. A delta has the rows that were added or changed, and a tombstone for each that was removed.",
      ),
    counts: runCountsSchema,
    guards: z.array(guardVerdictSchema).describe("What the feed's guards said; one that tripped holds the run."),
    release: runReleaseSchema.nullable().describe("Why a held run was delivered all the same."),
    files: z.array(runFileSchema),
    deliveries: z.array(runDeliverySchema),
    issues: z.array(runIssueSchema).describe(`The first ${RUN_ISSUES_MAX}.`),
    issue_counts: z.array(issueCountSchema).describe("Of all issues, the most frequent first."),
    files_kept: z.boolean().describe("Whether the files can still be downloaded and delivered again."),
    error: z.string().nullable(),
    ...resourceFields,
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Run" });
export type Run = z.output<typeof runSchema>;

export const runStartQuery = writeQuery.extend({
  coverage: z
    .literal("full")
    .optional()
    .describe("Deliver every row, also those that partners have: for a partner who lost what it had."),
});
export const runParams = z.object({ run_id: idSchema("run") });
export const releaseSchema = z.strictObject({
  reason: text(500).describe("Why this is right after all; for the audit log."),
});
export const discardSchema = z.strictObject({
  reason: text(500).optional().describe("Why it is given up; for the audit log."),
});
/** Nothing is said of it in the body; what somebody says all the same is told to be unknown. */
export const runStartSchema = z.strictObject({});
export const runFileQuery = z.object({
  name: z.string().min(1).max(300).optional().describe("Which of the run's files; needed when there are several."),
});
export const runListQuery = z.object(pageQuery);
export const runListSchema = listOf(runSchema);

export const runIssuesQuery = z.object({
  ...pageQuery,
  code: z.enum(Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]).optional(),
  severity: z.enum(["error", "warning"]).optional(),
  sku: z.string().min(1).max(LIMITS.skuLengthMax).optional(),
});
export const runIssueListSchema = listOf(runIssueSchema).extend({
  counts: z.array(issueCountSchema).describe("Of all issues of the run, whatever the filters."),
});
