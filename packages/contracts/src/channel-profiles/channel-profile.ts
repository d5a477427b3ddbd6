import { z } from "zod";
import { FEED_FORMATS } from "../feeds/feed.js";
import { listOf, pageQuery } from "../list.js";
import { columnSchema } from "./column.js";
import { sampleSchema } from "./custom-profile.js";
import { fileFormsSchema } from "./file-form.js";
import { rowCheckSchema } from "./row-check.js";
import { valueFormatSchema } from "./value-format.js";

const tombstoneSchema = z
  .object({ column: columnSchema, value: z.union([z.string(), z.boolean()]) })
  .describe(
    "How a delta marks a removed product: a row with the product's id and this value in this column. Only delta files have " +
      "the column, after all others. Without a tombstone, the channel takes no deltas.",
  );

/** What a kind of channel accepts, in one published version. */
export const profileDefinitionSchema = z.object({
  name: z.string(),
  version: z.string().describe("Year and month of the channel's rules; a number for our own profiles."),
  title: z.string(),
  source: z.url().nullable().describe("Where the channel publishes its rules; null for our own profiles."),
  formats: z
    .array(z.enum(FEED_FORMATS))
    .readonly()
    .describe("File formats that the channel reads, its preferred one first."),
  columns: z.array(columnSchema).readonly().describe("In the order of the columns in a file."),
  takes_any_column: z
    .boolean()
    .optional()
    .describe("Whether a channel's rules may fill columns with other names; these follow the profile's columns."),
  tombstone: tombstoneSchema.optional(),
  checks: z.array(rowCheckSchema).readonly().describe("Checks between columns, in the order in which they run."),
  files: fileFormsSchema.optional().describe("How files of each format look, where that differs from the usual form."),
  values: valueFormatSchema.optional().describe("How the values of all columns are written as text."),
});
export type ProfileDefinition = z.output<typeof profileDefinitionSchema>;

const issueSchema = z.object({ code: z.string(), meaning: z.string(), fix_hint: z.string() });

export const channelProfileSchema = z
  .object({
    id: z.string().describe("`name@version`, with which a channel pins this version."),
    is_newest: z.boolean().describe("Whether the name without a version means this version."),
    is_custom: z.boolean().describe("Whether it is a profile of the workspace, not a built-in one."),
    versions: z
      .array(z.int())
      .optional()
      .describe("The stored versions of a profile of the workspace, the newest first."),
    created_at: z.iso.datetime().optional().describe("When this version of a profile of the workspace was stored."),
    ...profileDefinitionSchema.shape,
    issues: z.array(issueSchema).describe("The codes of issues, what each means and how to fix it."),
  })
  .meta({ id: "ChannelProfile" });
export type ChannelProfile = z.output<typeof channelProfileSchema>;

/** The response to a write; to a dry run, with the requested sample. */
export const writtenProfileSchema = channelProfileSchema
  .extend({ sample: sampleSchema.optional().describe("Only with validate_only=true, if one was requested.") })
  .meta({ id: "WrittenChannelProfile" });
export type WrittenProfile = z.output<typeof writtenProfileSchema>;

export const channelProfileParams = z.object({
  profile_id: z.string().max(64).describe("`name@version`, or the name alone for the newest version."),
});
export const channelProfileListQuery = z.object(pageQuery);
export const channelProfileListSchema = listOf(channelProfileSchema);
