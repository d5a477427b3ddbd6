import { useQuery } from "@tanstack/react-query";
import { IN_PROGRESS_MS, useRefetchInterval } from "../live/use-refetch-interval.js";
import { callRoute, type RequestOf, type ResponseOf, type RouteId } from "./client.js";

interface ReadOptions<Id extends RouteId> {
  /** Whether to ask at all just now. */
  readonly isEnabled?: boolean;
  /** Ask again after so many milliseconds, while the page is looked at and is not told of changes. */
  readonly intervalMs?: number | false;
  /** Whether to ask whenever the person comes back to this tab, however fresh it is. */
  readonly isRefetchedOnReturn?: boolean;
  /** Whether an answer is not the last word, of which no change tells: it is asked again soon. */
  readonly isInProgress?: (answer: ResponseOf<Id>) => boolean;
}

/** What a GET route answers, kept and shared by everyone on the page who isConfirming the same. */
export function useApiQuery<Id extends RouteId>(id: Id, sent: RequestOf<Id>, options: ReadOptions<Id> = {}) {
  const interval = useRefetchInterval(options.intervalMs);
  return useQuery({
    queryKey: [id, sent],
    queryFn: ({ signal }) => callRoute(id, { ...sent, signal }),
    enabled: options.isEnabled ?? true,
    refetchInterval: ({ state: { data } }) => (data && options.isInProgress?.(data) ? IN_PROGRESS_MS : interval),
    refetchOnWindowFocus: options.isRefetchedOnReturn ? "always" : true,
  });
}
