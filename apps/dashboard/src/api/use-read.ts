import { useQuery } from "@tanstack/react-query";
import { UNDER_WAY_MS, usePace } from "../live/use-pace.js";
import { type Answer, callRoute, type RouteId, type Sent } from "./client.js";

interface ReadOptions<Id extends RouteId> {
  /** Whether to ask at all just now. */
  readonly isEnabled?: boolean;
  /** Ask again after so many milliseconds, while the page is looked at and is not told of changes. */
  readonly everyMs?: number | false;
  /** Whether to ask whenever the person comes back to this tab, however fresh it is. */
  readonly isAskedOnReturn?: boolean;
  /** Whether an answer is not the last word, of which no change tells: it is asked again soon. */
  readonly isUnderWay?: (answer: Answer<Id>) => boolean;
}

/** What a GET route answers, kept and shared by everyone on the page who asks the same. */
export function useRead<Id extends RouteId>(id: Id, sent: Sent<Id>, options: ReadOptions<Id> = {}) {
  const pace = usePace(options.everyMs);
  return useQuery({
    queryKey: [id, sent],
    queryFn: ({ signal }) => callRoute(id, { ...sent, signal }),
    enabled: options.isEnabled ?? true,
    refetchInterval: ({ state: { data } }) => (data && options.isUnderWay?.(data) ? UNDER_WAY_MS : pace),
    refetchOnWindowFocus: options.isAskedOnReturn ? "always" : true,
  });
}
