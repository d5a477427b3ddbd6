import { z } from "zod";
import { ISSUE_CODES, type IssueCode } from "../channel-profiles/issue-codes.js";
import { FEED_COVERAGES, writeQuery } from "../feeds/feed.js";
import { guardVerdictSchema } from "../feeds/guards.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields } from "../list.js";
import { text, verbatim } from "../text.js";

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

/** The statuses that change without a decision of a person. */
const IN_PROGRESS: ReadonlySet<RunStatus> = new Set(["queued", "generating", "delivering"]);
export const isInProgress = (status: RunStatus): boolean => IN_PROGRESS.has(status);

const compared = (what: string) =>
  z.int().nullable().default(null).describe(`Rows that ${what}; null if there is no run to compare with.`);

/** Product counts: always selected = written + excluded + invalid. */
export const runCountsSchema = z.object({
  selected: z.int(),
  written: z.int().describe("Rows that the channel publishes. A delta file has only those that were added or changed."),
  excluded: z.int(),
  invalid: z.int(),
  warnings: z.int().default(0).describe("Rows that were written with warnings."),
  added: compared("the last delivered run did not have"),
  changed: compared("differ from the last delivered run"),
  removed: compared("only the last delivered run had"),
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
    .describe("Media type of the file, regardless of its name. Missing in runs of earlier versions."),
});
export type RunFile = z.output<typeof runFileSchema>;

/** How a delivered file was compared with what was sent, from the strongest to the weakest check. */
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
    .describe(
      "When writing to the destination started. If a started delivery failed, it is unknown what the recipient has.",
    ),
  bytes_sent: z.int().default(0).describe("Bytes sent by the current attempt; updated during the transfer."),
  bytes_total: z.int().default(0),
  remark: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "Remarks about how the files were delivered. For a failed delivery: errors of earlier attempts that differ from " +
        "error.",
    ),
};

/** How many rejected products a delivery names. */
export const REJECTIONS_SHOWN_MAX = 20;

/** What a host that takes products instead of files did with those of a run. */
export const deliveredProductsSchema = z.object({
  accepted: z.int().describe("Products that the host accepted in this run."),
  unchanged: z.int().describe("Products that the host had accepted before and that were not sent again."),
  removed: z.int().describe("Products that are no longer in the feed and that were sent as discontinued."),
  rejected: z.int().describe("Products that the host did not accept. It keeps what it had accepted of them before."),
  rejections: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe(`The first ${REJECTIONS_SHOWN_MAX} rejected products, with the host's own words.`),
});
export type DeliveredProducts = z.output<typeof deliveredProductsSchema>;

const runPushSchema = z.object({
  type: z.literal("sftp_push"),
  destination_id: z.string(),
  ...deliveryFields,
  companion: z
    .string()
    .nullable()
    .default(null)
    .describe("The manifest or trigger file, set when writing starts; null if the strategy has none."),
  verification: z
    .enum(DELIVERY_VERIFICATIONS)
    .nullable()
    .default(null)
    .describe(
      "How the delivered files were compared with what was sent. content: read back completely, equal. sample: both ends " +
        "and random blocks read back, equal. size: only the size was compared. none: the host allowed no check. The weakest " +
        "result of all files. null: not delivered yet, or delivered by an earlier version.",
    ),
  server_message: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "The host's own message about the last failure, or its answer to an upload over HTTPS; shortened and without control " +
        "characters or secrets.",
    ),
  sends_all: z
    .boolean()
    .optional()
    .describe("For destinations of type acp: whether products that the host already has are sent again."),
  products: deliveredProductsSchema
    .nullable()
    .optional()
    .describe("For destinations of type acp: the record of what the host accepted."),
});
/** Files that are uploaded to a destination. */
export type RunPush = z.output<typeof runPushSchema>;

/** A pull counts as delivered when the files can be fetched: at the end of the run. */
const runPullSchema = z.object({ type: z.enum(["https_pull", "sftp_pull"]), ...deliveryFields });

export const runDeliverySchema = z.discriminatedUnion("type", [runPushSchema, runPullSchema]);
export type RunDelivery = z.output<typeof runDeliverySchema>;

/** Why a product is not in the file (error), or what may be wrong with it (warning). */
export const runIssueSchema = z.object({
  sku: z.string(),
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  field: z.string(),
  message: z.string(),
  fix_hint: z.string().optional().describe("How to fix it."),
  source: z.url().optional().describe("Where the channel documents the column."),
});
export type RunIssue = z.output<typeof runIssueSchema>;

/** How many issues a run contains itself; GET /runs/{run_id}/issues has more, and the counts include all. */
export const RUN_ISSUES_MAX = 100;

/** How many ids of removed rows a run contains. */
export const RUN_REMOVED_IDS_MAX = 50;

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
    is_in_progress: z
      .boolean()
      .describe(
        "Poll while this is true (queued, generating or delivering). When it is false, the run has ended, or it is held and " +
          "stays so until it is released, discarded or superseded by a newer run.",
      ),
    trigger: z.enum(["manual", "schedule", "rollback"]),
    rollback_to: z.string().nullable().describe("For a rollback: the run whose files are delivered again."),
    business_date: z.iso.date().nullable().describe("The local date of a daily scheduled run."),
    coverage: z
      .enum(FEED_COVERAGES)
      .nullable()
      .describe(
        "What the files contain. A delta has the rows that were added or changed, and a tombstone for each removed row.",
      ),
    counts: runCountsSchema,
    removed_ids: z
      .array(z.string())
      .describe(
        `The ids of rows that the last delivered run had and this one has not, the first ${RUN_REMOVED_IDS_MAX}; counts.removed has their number.`,
      ),
    guards: z.array(guardVerdictSchema).describe("Results of the feed's guards; a tripped one holds the run."),
    release: runReleaseSchema.nullable().describe("Why a held run was released."),
    files: z.array(runFileSchema),
    deliveries: z.array(runDeliverySchema),
    issues: z.array(runIssueSchema).describe(`The first ${RUN_ISSUES_MAX}.`),
    issue_counts: z.array(issueCountSchema).describe("Counts of all issues, most frequent first."),
    files_kept: z.boolean().describe("Whether the files can still be downloaded and delivered again."),
    error: z.string().nullable(),
    ...resourceFields,
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso
      .datetime()
      .nullable()
      .describe("When the run ended; null while it is in progress, and while it is held."),
  })
  .meta({ id: "Run" });
export type Run = z.output<typeof runSchema>;

export const runStartQuery = writeQuery.extend({
  coverage: z
    .literal("full")
    .optional()
    .describe("Deliver all rows, even those that partners already have: for a partner who has lost data."),
});
export const runParams = z.object({ run_id: idSchema("run") });
export const releaseSchema = z.strictObject({
  reason: text(500).describe("Why the run is right; stored in the audit log."),
});
export const discardSchema = z.strictObject({
  reason: text(500).optional().describe("Why it is discarded; stored in the audit log."),
});
/** The body has no fields; unknown fields are rejected. */
export const runStartSchema = z.strictObject({});
export const runFileQuery = z.object({
  name: z.string().min(1).max(300).optional().describe("Name of the file; required if the run has several."),
});
export const runListQuery = z.object(pageQuery);
export const runListSchema = listOf(runSchema);

export const runIssuesQuery = z.object({
  ...pageQuery,
  code: z.enum(Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]).optional(),
  severity: z.enum(["error", "warning"]).optional(),
  sku: verbatim(LIMITS.skuLengthMax).min(1).optional(),
});
export const runIssueListSchema = listOf(runIssueSchema).extend({
  counts: z.array(issueCountSchema).describe("Counts of all issues of the run, regardless of filters."),
});
