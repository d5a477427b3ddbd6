import { z } from "zod";
import { LIMITS } from "../limits.js";
import { wholeNumberOrDefault } from "../list.js";

const DAYS_DEFAULT = 30;

export const channelStatisticsQuery = z.object({
  days: wholeNumberOrDefault({ min: 1, max: LIMITS.channelDaysKept }, DAYS_DEFAULT).describe(
    "How many days, with today as the last.",
  ),
});

const channelDaySchema = z.object({
  date: z.iso.date().describe("In UTC."),
  counted_at: z.iso.datetime().describe("A former day keeps the last counts that were made on it."),
  published: z.int().describe("Products whose current row is in a good file."),
  pending: z.int().describe("Valid products that no good run has read since they changed."),
  held: z.int().describe("Like pending, but in a held run."),
  invalid: z.int().describe("Products that are left out of files because of errors."),
  excluded: z.int().describe("Products that a rule of the channel excludes."),
  issues: z
    .array(z.object({ code: z.string(), severity: z.enum(["error", "warning"]), products: z.int() }))
    .describe(
      `By the number of products, at most ${LIMITS.channelDayIssuesMax} codes, in at most ${LIMITS.issueProductsCountedMax} products with issues.`,
    ),
});

export const channelStatisticsSchema = z
  .object({
    channel_id: z.string(),
    days: z.array(channelDaySchema).describe("In order of date. Days on which nothing was counted are left out."),
  })
  .meta({ id: "ChannelStatistics" });
export type ChannelStatistics = z.output<typeof channelStatisticsSchema>;
