import { useInfiniteQuery } from "@tanstack/react-query";
import { IN_PROGRESS_MS, useRefetchInterval } from "../live/use-refetch-interval.js";
import { callRoute, type Entry, type ListId, type RequestOf, type ResponseOf } from "./client.js";
import { fetchPageAfterRefetch } from "./fetch-page-after-refetch.js";

interface ListPage<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
}

/** A page of a list: its entries, and the additional members that some lists return. */
type PageOf<Id extends ListId> = ListPage<Entry<Id>> & Omit<ResponseOf<Id>, "data" | "next_cursor">;

interface PagesOptions<Id extends ListId> {
  readonly intervalMs?: number | false;
  /** Size of the first page, if the first entries should not wait for those below. */
  readonly firstLimit?: number;
  /** Whether the result is still incomplete and no change event announces the rest. Then the list is refetched soon. */
  readonly isInProgress?: (page: PageOf<Id>) => boolean;
}

/** A paginated list. `entries` are those of all pages that were fetched so far. */
export function useApiList<Id extends ListId>(id: Id, sent: RequestOf<Id>, options: PagesOptions<Id> = {}) {
  const interval = useRefetchInterval(options.intervalMs);
  const pages = useInfiniteQuery({
    queryKey: [id, "pages", sent],
    // Every list takes a cursor and returns a page (ListId), which the types of a generic route do not show.
    queryFn: async ({ signal, pageParam }): Promise<PageOf<Id>> => {
      const first = options.firstLimit === undefined ? {} : { limit: options.firstLimit };
      const query = { ...sent.query, ...(pageParam === null ? first : { cursor: pageParam }) };
      return (await callRoute(id, { ...sent, query, signal })) as unknown as PageOf<Id>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0] && options.isInProgress?.(data.pages[0]) ? IN_PROGRESS_MS : interval,
  });
  return {
    ...pages,
    fetchNextPage: () => fetchPageAfterRefetch(pages),
    entries: pages.data?.pages.flatMap(({ data }) => data) ?? [],
  };
}
