import { ROUTES, type Routes } from "@skucast/contracts/routes";
import { type ApiClient, createApiClient } from "./create-api-client.js";
import { type ListReader, readLists } from "./read-lists.js";
import { type RetryOptions, retrying } from "./retry-calls.js";

export interface ClientOptions extends RetryOptions {
  /** URL of the service without a trailing slash: `https://skucast.example`. */
  readonly baseUrl: string;
  /** An API key or an access token. */
  readonly token: string;
  /** Time limit of one attempt in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** All operations of the REST API by id, with retries, and its lists as iterators. */
export type Client = ApiClient<Routes> & ListReader<Routes>;

/**
 * Creates a client of the REST API. Failed calls that may succeed later are retried with increasing delays, or after
 * the time that the service requests. Each write gets an idempotency key, so that it is executed once. Rejects
 * with `ApiError`.
 */
export function createClient({ baseUrl, token, timeoutMs, fetch, ...patience }: ClientOptions): Client {
  const options = { routes: ROUTES, baseUrl, token, ...(timeoutMs !== undefined && { timeoutMs }) };
  const once = createApiClient<Routes>({ ...options, ...(fetch && { fetch }) });
  const api = retrying(once, ROUTES, patience);
  return { ...api, ...readLists(api, patience) };
}
