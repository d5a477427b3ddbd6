import { useInfiniteQuery } from "@tanstack/react-query";
import { UNDER_WAY_MS, usePace } from "../live/use-pace.js";
import { type Answer, callRoute, type Entry, type ListId, type Sent } from "./client.js";

interface ListPage<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
}

/** A page as it was answered: its entries, and what some lists say besides. */
type PageOf<Id extends ListId> = ListPage<Entry<Id>> & Omit<Answer<Id>, "data" | "next_cursor">;

interface PagesOptions<Id extends ListId> {
  readonly everyMs?: number | false;
  /** Whether a first page is not the last word, of which no change tells: the list is asked for again soon. */
  readonly isUnderWay?: (page: PageOf<Id>) => boolean;
}

/** A list, page after page: `entries` are those that were fetched until now. */
export function usePages<Id extends ListId>(id: Id, sent: Sent<Id>, options: PagesOptions<Id> = {}) {
  const pace = usePace(options.everyMs);
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
      data?.pages[0] && options.isUnderWay?.(data.pages[0]) ? UNDER_WAY_MS : pace,
  });
  return { ...pages, entries: pages.data?.pages.flatMap(({ data }) => data) ?? [] };
}
