import { ROUTES, type Routes } from "@skucast/contracts/routes";
import { type ApiClient, createApiClient } from "./create-api-client.js";
import { type ListReader, readLists } from "./read-lists.js";
import { type Patience, retrying } from "./retry-calls.js";

export interface ClientOptions extends Patience {
  /** Address of the service without a slash at its end: `https://skucast.example`. */
  readonly baseUrl: string;
  /** An API key or an access token. */
  readonly token: string;
  /** Milliseconds for one try of a call; default 30,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** Every operation of the REST API by its id, with retries, and its lists as iterators. */
export type Client = ApiClient<Routes> & ListReader<Routes>;

/**
 * A client of the REST API. What may have been lost on the way is tried again, with waits that grow, or as long as the
 * service asks; a POST or PATCH gets an idempotency key of its own, so that it is done once. Rejects with `ApiError`.
 */
export function createClient({ baseUrl, token, timeoutMs, fetch, ...patience }: ClientOptions): Client {
  const options = { routes: ROUTES, baseUrl, token, ...(timeoutMs !== undefined && { timeoutMs }) };
  const once = createApiClient<Routes>({ ...options, ...(fetch && { fetch }) });
  const api = retrying(once, ROUTES, patience);
  return { ...api, ...readLists(api, patience) };
}
