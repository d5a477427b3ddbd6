import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Run } from "@skucast/contracts/runs/run";
import { useQueries } from "@tanstack/react-query";
import { callRoute } from "../../api/client.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { HOME_ROWS_MAX } from "./rows-max.js";

const RUNS_MAX = 5;
const REFRESH_MS = 10_000;

export interface FeedRuns {
  readonly feed: Feed;
  /** Newest first; undefined while loading. */
  readonly runs: readonly Run[] | undefined;
}

/** The first feeds with their last runs; undefined while the feeds are loading. */
export function useFeedRuns(): readonly FeedRuns[] | undefined {
  const { data } = useApiQuery("listFeeds", { query: { limit: HOME_ROWS_MAX } }, { intervalMs: REFRESH_MS });
  const feeds = data?.data ?? [];
  const answers = useQueries({
    queries: feeds.map(({ id }) => {
      const sent = { params: { feed_id: id }, query: { limit: RUNS_MAX } };
      return {
        queryKey: ["listRuns", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => callRoute("listRuns", { ...sent, signal }),
        refetchInterval: REFRESH_MS,
      };
    }),
  });
  return data && feeds.map((feed, i) => ({ feed, runs: answers[i]?.data?.data }));
}
