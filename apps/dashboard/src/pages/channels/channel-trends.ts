import type { ChannelStatistics } from "@skucast/contracts/channels/statistics";
import type { TrendPoint } from "../../components/trend-point.js";
import { dayText } from "../../texts/format.js";

export type ChannelDay = ChannelStatistics["days"][number];

/** One count of each day. */
export const pointsOf = (days: readonly ChannelDay[], countOf: (day: ChannelDay) => number): readonly TrendPoint[] =>
  days.map((day) => ({ label: dayText(day.date), value: countOf(day) }));

/** The products with an issue. A day without the code has none, or it was not among the most frequent ones. */
export const issuePoints = (
  days: readonly ChannelDay[],
  issue: { readonly code: string; readonly severity: string },
): readonly TrendPoint[] =>
  pointsOf(
    days,
    ({ issues }) =>
      issues.find(({ code, severity }) => code === issue.code && severity === issue.severity)?.products ?? 0,
  );
