import { useQuery } from "@tanstack/react-query";
import { callRoute, type RouteId, type Sent } from "./client.js";

interface ReadOptions {
  /** Whether to ask at all just now. */
  readonly isEnabled?: boolean;
  /** Ask again after so many milliseconds, while the page is looked at. */
  readonly everyMs?: number | false;
  /** Whether to ask whenever the person comes back to this tab, however fresh it is. */
  readonly isAskedOnReturn?: boolean;
}

/** What a GET route answers, kept and shared by everyone on the page who asks the same. */
export const useRead = <Id extends RouteId>(id: Id, sent: Sent<Id>, options: ReadOptions = {}) =>
  useQuery({
    queryKey: [id, sent],
    queryFn: ({ signal }) => callRoute(id, { ...sent, signal }),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.everyMs ?? false,
    refetchOnWindowFocus: options.isAskedOnReturn ? "always" : true,
  });
