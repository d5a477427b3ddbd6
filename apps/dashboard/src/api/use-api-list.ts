import { useInfiniteQuery } from "@tanstack/react-query";
import { IN_PROGRESS_MS, useRefetchInterval } from "../live/use-refetch-interval.js";
import { callRoute, type Entry, type ListId, type RequestOf, type ResponseOf } from "./client.js";

interface ListPage<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
}

/** A page as it was answered: its entries, and what some lists say besides. */
type PageOf<Id extends ListId> = ListPage<Entry<Id>> & Omit<ResponseOf<Id>, "data" | "next_cursor">;

interface PagesOptions<Id extends ListId> {
  readonly intervalMs?: number | false;
  /** Whether a first page is not the last word, of which no change tells: the list is asked for again soon. */
  readonly isInProgress?: (page: PageOf<Id>) => boolean;
}

/** A list, page after page: `entries` are those that were fetched until now. */
export function useApiList<Id extends ListId>(id: Id, sent: RequestOf<Id>, options: PagesOptions<Id> = {}) {
  const interval = useRefetchInterval(options.intervalMs);
  const pages = useInfiniteQuery({
    queryKey: [id, "pages", sent],
    // The cursor joins the query that the caller named; every list takes one, and answers a page (ListId).
    queryFn: async ({ signal, pageParam }): Promise<PageOf<Id>> => {
      const query = { ...sent.query, ...(pageParam !== null && { cursor: pageParam }) };
      return (await callRoute(id, { ...sent, query, signal })) as unknown as PageOf<Id>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0] && options.isInProgress?.(data.pages[0]) ? IN_PROGRESS_MS : interval,
  });
  return { ...pages, entries: pages.data?.pages.flatMap(({ data }) => data) ?? [] };
}
