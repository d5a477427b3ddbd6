import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { schedulePatchSchema, scheduleSchema } from "../schedules/schedule.js";
import { text } from "../text.js";
import { guardsPatchSchema, guardsSchema } from "./guards.js";

export const FEED_STATUSES = ["active", "paused", "archived"] as const;
export const FEED_FORMATS = ["csv", "tsv", "jsonl", "xml_rss", "parquet"] as const;
export const FEED_COMPRESSIONS = ["none", "gzip", "zstd"] as const;
export const FEED_COVERAGES = ["full", "delta"] as const;
export type Coverage = (typeof FEED_COVERAGES)[number];

/** The compressions of files in a format. */
export const compressionsOf = (format: (typeof FEED_FORMATS)[number]): readonly (typeof FEED_COMPRESSIONS)[number][] =>
  format === "parquet" ? ["none", "zstd"] : ["none", "gzip"];

const deliverySchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("sftp_push"), destination_id: idSchema("dst") }),
  z.strictObject({ type: z.literal("https_pull") }),
  z.strictObject({ type: z.literal("sftp_pull") }),
]);
export type FeedDelivery = z.output<typeof deliverySchema>;

/** A plain file name: it must not leave the destination's folder nor start with a dot or a dash. */
const fileNameSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, "must be a plain file name of letters, digits, dots, dashes and underscores");

/** With the endings of a part and a manifest and the ids of a temporary name it is still a name that file systems take (255 bytes). */
const givenFileName = fileNameSchema.max(150);

const fields = {
  channel_id: idSchema("ch"),
  name: text(200),
  status: z.enum(FEED_STATUSES),
  format: z.enum(FEED_FORMATS).describe("One that the channel's profile takes; GET /channel-profiles shows which."),
  compression: z
    .enum(FEED_COMPRESSIONS)
    .describe(
      "none or gzip, around the file. Parquet is compressed inside instead: none is Snappy, which every reader has, and zstd " +
        "is Zstandard, which makes smaller files and which some readers lack.",
    ),
  file_name: fileNameSchema.describe("Stable: each run overwrites the file of the one before."),
  shards: z
    .int()
    .min(1)
    .max(LIMITS.feedShardsMax)
    .describe(
      "In how many files the feed is cut. A product's file follows from its SKU, so it stays in it as long as this number " +
        "does. Several are called products_part_1_of_4.csv and so on.",
    ),
  coverage: z
    .enum(FEED_COVERAGES)
    .describe(
      "What the files hold. full: every row. delta: the rows that were added or changed since the last run that reached " +
        "every destination, and a tombstone for each that is gone; for profiles with tombstones, pushed.",
    ),
  schedule: scheduleSchema
    .nullable()
    .describe(
      "When it runs by itself: once a day, again and again, or by a pattern. A time at which a run is still on its way is left out.",
    ),
  deliveries: z.array(deliverySchema).max(10),
  guards: guardsSchema,
};

export const feedCreateSchema = z.strictObject({
  channel_id: fields.channel_id,
  name: fields.name,
  status: z.enum(["active", "paused"]).default("active"),
  format: fields.format.default("csv"),
  compression: fields.compression.default("none"),
  file_name: givenFileName.optional().describe("Default: products with the endings of format and compression."),
  shards: fields.shards.default(1),
  coverage: fields.coverage.default("full"),
  schedule: fields.schedule.default({ time: "02:00", time_zone: "UTC" }),
  deliveries: fields.deliveries.default([]),
  guards: fields.guards.prefault({}),
});
export type FeedCreate = z.output<typeof feedCreateSchema>;

const { channel_id: _channel, ...changeable } = fields;
/** Merge patch (RFC 7396) of a feed: absent keeps, members of schedule and guards are merged, lists are replaced whole. */
export const feedPatchSchema = z
  .strictObject({
    ...changeable,
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
      .describe("The run whose files are live: the last that was delivered. Null before the first."),
    channel_status: z
      .enum(FEED_STATUSES)
      .describe("Of the feed's channel. While that is paused the feed's times are skipped, and it cannot be run."),
    next_run_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the next run by schedule starts; null without one, and while the feed or its channel is not active.",
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
    .describe("The run to go back to. Default: the last that was delivered before the live one."),
  reason: text(500).optional(),
});
export type Rollback = z.output<typeof rollbackSchema>;
export const writeQuery = z.object(validateOnlyQuery);
