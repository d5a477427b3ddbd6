import type { Feed } from "@skucast/contracts/feeds/feed";
import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import { useQueries } from "@tanstack/react-query";
import { callRoute } from "../../api/client.js";
import { lacksPullAccess } from "./lacks-pull-access.js";

/** Those of the feeds whose files no partner can fetch yet, although partners are to; undefined while loading. */
export function useFeedsWithoutAccess(feeds: readonly Feed[]): readonly Feed[] | undefined {
  // Without any credential, these feeds lack one.
  const pulled = feeds.filter((feed) => lacksPullAccess(feed, []));
  const answers = useQueries({
    queries: pulled.map(({ id }) => {
      const sent = { params: { feed_id: id }, query: { limit: PAGE_SIZE_MAX } };
      return {
        queryKey: ["listPullCredentials", sent],
        queryFn: ({ signal }: { signal: AbortSignal }) => callRoute("listPullCredentials", { ...sent, signal }),
      };
    }),
  });
  if (answers.some(({ data, error }) => !data && !error)) return undefined;
  return pulled.filter((feed, i) => {
    const credentials = answers[i]?.data?.data;
    return credentials !== undefined && lacksPullAccess(feed, credentials);
  });
}
