import { useApiQuery } from "../../api/use-api-query.js";
import type { ChannelDay } from "./channel-trends.js";

const TREND_DAYS = 30;
const REFRESH_MS = 60_000;

/** The daily counts of a channel. */
export function useChannelStatistics(channelId: string) {
  const sent = { params: { channel_id: channelId }, query: { days: TREND_DAYS } };
  return useApiQuery("getChannelStatistics", sent, { intervalMs: REFRESH_MS });
}

/** The daily counts of a channel, oldest first; undefined while loading. */
export const useChannelDays = (channelId: string): readonly ChannelDay[] | undefined =>
  useChannelStatistics(channelId).data?.days;
