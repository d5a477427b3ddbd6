import type { Call } from "@skucast/catalog/call";
import { getChannelStatistics } from "@skucast/catalog/channels/get-channel-statistics";
import type { ChannelStatistics } from "@skucast/contracts/channels/statistics";
import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";

type Day = ChannelStatistics["days"][number];

const STATES = ["published", "pending", "held", "invalid", "excluded"] as const;

/** How many days of the channel's counts an answer includes. */
export const trendDaysInput = z.int().min(1).max(LIMITS.toolTrendDaysMax).optional();

/** Daily counts as one list for each figure: fewer tokens than an object for each day and issue. */
export const channelTrendOutput = z
  .looseObject({ dates: z.array(z.string()) })
  .nullable()
  .describe("With trend_days: daily product counts by state and by issue, in the order of dates.");

/** The daily counts of a channel, today's last. Days on which nothing was counted are left out. */
export async function channelTrend(
  call: Call<{ readonly id: string; readonly days: number }>,
): Promise<z.output<typeof channelTrendOutput>> {
  const { days } = await getChannelStatistics(call);
  return {
    dates: days.map(({ date }) => date),
    ...Object.fromEntries(STATES.map((state) => [state, days.map((day) => day[state])])),
    issues: issuesOf(days).map((issue) => ({ ...issue, products: days.map((day) => productsWith(day, issue)) })),
  };
}

type Issue = Pick<Day["issues"][number], "code" | "severity">;

/** The issues of any of the days, those of the latest day first. */
function issuesOf(days: readonly Day[]): readonly Issue[] {
  const found = days.toReversed().flatMap(({ issues }) => issues);
  return [...new Map(found.map(({ code, severity }) => [`${severity} ${code}`, { code, severity }])).values()].slice(
    0,
    LIMITS.channelDayIssuesMax,
  );
}

const productsWith = ({ issues }: Day, { code, severity }: Issue): number =>
  issues.find((issue) => issue.code === code && issue.severity === severity)?.products ?? 0;
