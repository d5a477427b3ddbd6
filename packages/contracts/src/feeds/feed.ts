import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { schedulePatchSchema, scheduleSchema } from "../schedules/schedule.js";
import { nameText, text } from "../text.js";
import { FILE_NAME } from "./dated-names.js";
import { fileNameFault } from "./file-name-fault.js";
import { guardsPatchSchema, guardsSchema } from "./guards.js";

export const FEED_STATUSES = ["active", "paused", "archived"] as const;
export const FEED_FORMATS = ["csv", "tsv", "jsonl", "xml_rss", "parquet", "xml", "json"] as const;
export const FEED_COMPRESSIONS = ["none", "gzip", "zstd", "zip"] as const;
export const FEED_COVERAGES = ["full", "delta"] as const;
export type Coverage = (typeof FEED_COVERAGES)[number];

/** The compressions that a format supports. */
export const compressionsOf = (format: (typeof FEED_FORMATS)[number]): readonly (typeof FEED_COMPRESSIONS)[number][] =>
  format === "parquet" ? ["none", "zstd"] : ["none", "gzip", "zip"];

const deliverySchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("sftp_push"), destination_id: idSchema("dst") }),
  z.strictObject({ type: z.literal("https_pull") }),
  z.strictObject({ type: z.literal("sftp_pull") }),
]);
export type FeedDelivery = z.output<typeof deliverySchema>;

/** It cannot leave the destination's folder, and does not start with a dot or dash. */
const fileNameSchema = z
  .string()
  .max(200)
  .regex(FILE_NAME, { abort: true, error: ({ input }) => fileNameFault(String(input)) });

/** Short enough that suffixes for parts, manifests and temporary names keep it within the 255 bytes of file systems. */
const givenFileName = fileNameSchema.max(150).refine((name) => fileNameFault(name) === undefined, {
  error: ({ input }) => fileNameFault(String(input)),
  params: { code: "invalid_format" },
});

const fields = {
  channel_id: idSchema("ch"),
  name: text(200),
  status: z.enum(FEED_STATUSES),
  format: z.enum(FEED_FORMATS).describe("A format that the channel's profile accepts; see GET /channel-profiles."),
  compression: z
    .enum(FEED_COMPRESSIONS)
    .describe(
      "none, gzip or zip for the whole file; a ZIP archive has one file, named like it without .zip. Parquet is compressed internally: none means Snappy, which every reader supports; " +
        "zstd means Zstandard, which gives smaller files but is not supported by all readers.",
    ),
  file_name: fileNameSchema.describe(
    "Each run overwrites the previous run's file. With a date, as in products-{date:YYYYMMDD}.csv, each run has the name of its " +
      "start in the time zone of the feed's schedule (UTC without one), and removes the file of the last delivered run from " +
      "destinations with remove_stale.",
  ),
  shards: z
    .int()
    .min(1)
    .max(LIMITS.feedShardsMax)
    .describe(
      "Number of files. A product's SKU determines its file, so it stays in that file until this number changes. " +
        "Several are named products_part_1_of_4.csv and so on.",
    ),
  coverage: z
    .enum(FEED_COVERAGES)
    .describe(
      "What the files contain. full: all rows. delta: rows that were added or changed since the last run that reached all " +
        "destinations, and a tombstone for each removed row. Only for profiles with tombstones and for pushed feeds.",
    ),
  columns: z
    .array(text(200))
    .min(1)
    .max(500)
    .nullable()
    .describe(
      "Columns of the channel's profile that the files have, in the order of the profile, among them the product's id; null for " +
        "all. For a second feed that runs often with what changes often, such as price and stock.",
    ),
  schedule: scheduleSchema
    .nullable()
    .describe(
      "When the feed runs: daily, at an interval, or by a cron pattern. A time is skipped while a run is still in progress.",
    ),
  deliveries: z.array(deliverySchema).max(10),
  guards: guardsSchema,
};

export const feedCreateSchema = z.strictObject({
  channel_id: fields.channel_id,
  name: nameText(200),
  status: z.enum(["active", "paused"]).default("active"),
  format: fields.format.default("csv"),
  compression: fields.compression.default("none"),
  file_name: givenFileName.optional().describe("Default: products with the extensions of format and compression."),
  shards: fields.shards.default(1),
  coverage: fields.coverage.default("full"),
  columns: fields.columns.default(null),
  schedule: fields.schedule.default({ time: "02:00", time_zone: "UTC" }),
  deliveries: fields.deliveries.default([]),
  guards: fields.guards.prefault({}),
});
export type FeedCreate = z.output<typeof feedCreateSchema>;

const { channel_id: _channel, ...changeable } = fields;
/** Merge patch (RFC 7396) of a feed: absent fields stay, members of schedule and guards are merged, lists are replaced. */
export const feedPatchSchema = z
  .strictObject({
    ...changeable,
    name: nameText(200),
    file_name: givenFileName,
    schedule: schedulePatchSchema.nullable(),
    guards: guardsPatchSchema,
  })
  .partial();
export type FeedPatch = z.output<typeof feedPatchSchema>;

export const feedSchema = z
  .object({
    id: z.string(),
    ...fields,
    live_run_id: z
      .string()
      .nullable()
      .describe("The run whose files are live: the last delivered one. Null before the first."),
    channel_status: z
      .enum(FEED_STATUSES)
      .describe(
        "Status of the feed's channel. While it is paused, scheduled runs are skipped and the feed cannot be run.",
      ),
    next_run_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the next scheduled run starts; null without a schedule, and while the feed or its channel is not active.",
      ),
    ...resourceFields,
  })
  .meta({ id: "Feed" });
export type Feed = z.output<typeof feedSchema>;

export const feedParams = z.object({ feed_id: idSchema("feed") });
export const feedListQuery = z.object({ ...pageQuery, channel_id: idSchema("ch").optional() });
export const feedListSchema = listOf(feedSchema);

export const rollbackSchema = z.strictObject({
  run_id: idSchema("run")
    .optional()
    .describe("The run to roll back to. Default: the last one that was delivered before the live run."),
  reason: text(500).optional(),
});
export type Rollback = z.output<typeof rollbackSchema>;
export const writeQuery = z.object(validateOnlyQuery);
