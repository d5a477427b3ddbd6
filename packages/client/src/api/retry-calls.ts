import type { Route } from "@skucast/contracts/define-route";
import { ApiError } from "./api-error.js";
import type { ApiClient, CallOf, RoutePlaces } from "./create-api-client.js";

export interface RetryOptions {
  /** Maximum number of retries. Default: 4; 0 disables retries. */
  readonly retriesMax?: number;
  /** Maximum delay in milliseconds. Default: 60,000. If the service requests a longer one, the call is not retried. */
  readonly waitMaxMs?: number;
  /** For tests: waits, and rejects when the signal aborts. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

type RouteTable = Readonly<Record<string, Route>>;

const RETRIES_MAX = 4;
const WAIT_MAX_MS = 60_000;
const FIRST_WAIT_MS = 500;
const NO_ANSWER = 0;
/** Statuses after which the same request may succeed: too early, too many, and failures of servers and proxies. */
const RETRYABLE: ReadonlySet<number> = new Set([NO_ANSWER, 408, 425, 429, 500, 502, 503, 504]);

/**
 * Refusals that can be the consequence of an earlier attempt of the same PUT or DELETE: services of earlier versions ignore
 * the idempotency key of both.
 */
const CONSEQUENCES: ReadonlySet<number> = new Set([401, 403, 404, 409, 412]);

/**
 * Adds retries to a client. Writes get an idempotency key unless one is given. If an attempt of a DELETE may have succeeded, a later attempt that finds nothing is a success, and other refusals say that it
 * may have.
 */
export function retrying<Table extends RouteTable>(
  api: ApiClient<Table>,
  routes: RoutePlaces<Table>,
  { retriesMax = RETRIES_MAX, waitMaxMs = WAIT_MAX_MS, wait = waitFor }: RetryOptions = {},
): ApiClient<Table> {
  const call: ApiClient<Table>["call"] = async (id, ...[given]) => {
    const { method } = routes[id];
    const isKeyed = method !== "GET" && given?.idempotencyKey === undefined;
    const sent = isKeyed ? { ...given, idempotencyKey: crypto.randomUUID() } : given;
    let mayHaveSucceeded = false;
    for (let tries = 0; ; tries += 1) {
      try {
        // The arguments were checked where the call was written; the additional key does not affect that.
        return await (api.call as AnyCall<Table>)(id, sent as CallOf<Table[typeof id]> | undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isConsequence = CONSEQUENCES.has(error.status) && error.code !== "request_in_progress";
        if (mayHaveSucceeded && (method === "PUT" || method === "DELETE") && isConsequence) {
          // All deletions of what can be missing return nothing.
          if (method === "DELETE" && error.code === "not_found") return undefined as never;
          throw afterLostResponse(error);
        }
        const waitMs = tries < retriesMax ? waitBefore(error, tries) : null;
        if (waitMs === null || waitMs > waitMaxMs) throw error;
        mayHaveSucceeded ||= error.mayHaveSucceeded;
        await wait(waitMs, given?.signal);
      }
    }
  };
  return { ...api, call };
}

type AnyCall<Table extends RouteTable> = <Id extends keyof Table & string>(
  id: Id,
  sent?: CallOf<Table[Id]>,
) => ReturnType<ApiClient<Table>["call"]> extends Promise<unknown> ? ReturnType<ApiClient<Table>["call"]> : never;

function afterLostResponse(error: ApiError): ApiError {
  const { status, code, faults, requestId, retryAfterSeconds, message } = error;
  const lost = "An earlier attempt of this call got no response and may have succeeded; read the object to find out.";
  const detail = `${message} ${lost}`;
  return new ApiError({
    status,
    code,
    detail,
    faults,
    requestId,
    retryAfterSeconds,
    mayHaveSucceeded: true,
    cause: error,
  });
}

/** The delay before the next attempt; null if a retry would fail as well. */
function waitBefore({ status, code, retryAfterSeconds }: ApiError, tries: number): number | null {
  if (!RETRYABLE.has(status) && code !== "request_in_progress") return null;
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000;
  // Half of it is random, so that clients that failed together do not return together.
  return FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random() / 2);
}

/** Waits the given time. Rejects with the signal's reason when it aborts. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
