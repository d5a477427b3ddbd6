import { useQuery } from "@tanstack/react-query";
import { IN_PROGRESS_MS, useRefetchInterval } from "../live/use-refetch-interval.js";
import { callRoute, type RequestOf, type ResponseOf, type RouteId } from "./client.js";

interface ReadOptions<Id extends RouteId> {
  /** Whether to send the request. Default: true. */
  readonly isEnabled?: boolean;
  /** Refetch interval while the page is visible and receives no change events. */
  readonly intervalMs?: number | false;
  /** Whether to refetch whenever the user returns to this tab, however fresh the data is. */
  readonly isRefetchedOnReturn?: boolean;
  /** Whether the result is still incomplete and no change event announces the rest. Then it is refetched soon. */
  readonly isInProgress?: (answer: ResponseOf<Id>) => boolean;
}

/** The response of a GET route, cached and shared by all components that send the same request. */
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
