import { z } from "zod";
import { FEED_FORMATS } from "../feeds/feed.js";
import { listOf, pageQuery } from "../list.js";
import { columnSchema } from "./column.js";
import { rowCheckSchema } from "./row-check.js";

const tombstoneSchema = z
  .object({ column: columnSchema, value: z.union([z.string(), z.boolean()]) })
  .describe(
    "How a delta says that a product is removed: a row with the product's id and this value in this column, which stands " +
      "after the others in the files of delta feeds alone. Without it the channel takes no deltas.",
  );

/** What a kind of channel accepts, in one of its published forms. */
export const profileDefinitionSchema = z.object({
  name: z.string(),
  version: z.string().describe("Year and month of the channel's rules, or a number for our own."),
  title: z.string(),
  source: z.url().nullable().describe("Where the channel publishes its rules; null for our own."),
  formats: z
    .array(z.enum(FEED_FORMATS))
    .readonly()
    .describe("File formats that the channel reads, the one it prefers first."),
  columns: z.array(columnSchema).readonly().describe("In the order of the file."),
  takes_any_column: z
    .boolean()
    .optional()
    .describe("Whether rules of a channel may fill columns of other names: they follow the others."),
  tombstone: tombstoneSchema.optional(),
  checks: z.array(rowCheckSchema).readonly().describe("Rules between columns, looked at in this order."),
});
export type ProfileDefinition = z.output<typeof profileDefinitionSchema>;

const issueSchema = z.object({ code: z.string(), meaning: z.string(), fix_hint: z.string() });

export const channelProfileSchema = z
  .object({
    id: z.string().describe("What a channel names to pin this form: `name@version`."),
    is_newest: z.boolean().describe("Whether the name alone means this form."),
    ...profileDefinitionSchema.shape,
    issues: z.array(issueSchema).describe("The codes of issues, and what helps against each."),
  })
  .meta({ id: "ChannelProfile" });
export type ChannelProfile = z.output<typeof channelProfileSchema>;

export const channelProfileParams = z.object({
  profile_id: z.string().max(64).describe("`name@version`, or the name alone for the newest form."),
});
export const channelProfileListQuery = z.object(pageQuery);
export const channelProfileListSchema = listOf(channelProfileSchema);
