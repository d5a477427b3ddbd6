import { ApiError } from "@skucast/client/api/api-error";
import { MutationCache, QueryCache, type QueryClient } from "@tanstack/react-query";
import { RepeatingQueryClient } from "./repeating-query-client.js";

const RETRIES_MAX = 2;
const FRESH_MS = 5_000;
/** Error codes that are worth a retry: the service did not respond or was busy. */
const RETRYABLE_CODES: readonly string[] = ["unreachable", "unavailable", "rate_limited"];

/** Caches what was read. An error 401 refetches `getMe`, which redirects to sign-in if the session has ended. */
export function createQueryClient(): QueryClient {
  const refetchSession = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) void client.invalidateQueries({ queryKey: ["getMe"] });
  };
  const client: QueryClient = new RepeatingQueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== "getMe" && refetchSession(error) }),
    mutationCache: new MutationCache({ onError: refetchSession, onSuccess: () => client.invalidateQueries() }),
    defaultOptions: {
      // A write without a connection fails at once, and what was typed stays in the form.
      mutations: { networkMode: "always" },
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) =>
          count < RETRIES_MAX && error instanceof ApiError && RETRYABLE_CODES.includes(error.code),
      },
    },
  });
  return client;
}
