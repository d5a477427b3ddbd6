import type { AnswerOf, BodySentOf, ParamsSentOf, QuerySentOf, Route } from "@skucast/contracts/define-route";
import { encodeSku } from "@skucast/contracts/products/sku-path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { ApiError, readApiError } from "./api-error.js";

/** Method and path of each route, which is all that calls need at run time. */
export type RoutePlaces<Table> = Readonly<Record<keyof Table, Pick<Route, "method" | "path">>>;
type RouteTable = Readonly<Record<string, Route>>;

export interface ApiClientOptions<Table extends RouteTable> {
  /** The table of contracts, or method and path of each route. */
  readonly routes: RoutePlaces<Table>;
  /** URL of the service without a trailing slash; empty for a page of the service's own origin. */
  readonly baseUrl: string;
  /** An API key or access token. Not needed for a page of the service's own origin, which sends its session cookie. */
  readonly token?: string;
  /** Time limit of a call in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** The arguments of a call. `params` and `body` exist only if the route has them. */
export type CallOf<R extends Route> = {
  readonly query?: QuerySentOf<R>;
  /** The version that the client knows. A write fails with 412 if another one is stored, or with 400 if it checks none. */
  readonly ifMatch?: number;
  /** Whether to only create: fails with 412 if the object exists. */
  readonly isNew?: boolean;
  /** After a success, repeated requests with the same key and body get the same response for 24 hours. Not for reads. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
} & (keyof ParamsSentOf<R> extends never ? { readonly params?: never } : { readonly params: ParamsSentOf<R> }) &
  (BodySentOf<R> extends undefined
    ? { readonly body?: never }
    : undefined extends BodySentOf<R>
      ? { readonly body?: BodySentOf<R> }
      : { readonly body: BodySentOf<R> });

/** The arguments after the route's id; optional if nothing has to be sent. */
type Sent<R extends Route> = Record<never, never> extends CallOf<R> ? [call?: CallOf<R>] : [call: CallOf<R>];

/** Calls the REST API by route id. Every error response is an `ApiError`. */
export interface ApiClient<Table extends RouteTable> {
  call<Id extends keyof Table & string>(id: Id, ...sent: Sent<Table[Id]>): Promise<AnswerOf<Table[Id]>>;
  /** URL of a route, for links that a browser follows. */
  urlOf<Id extends keyof Table & string>(id: Id, ...sent: Sent<Table[Id]>): string;
}

const TIMEOUT_MS = 30_000;
/**
 * Read as JSON. A web page comes from a proxy or a login, and is malformed JSON. Excludes application/jsonl, which is a
 * file.
 */
const PARSED_TYPE = /^(application\/json|text\/html) *(;|$)/i;

/** Creates a client for a table of contracts. */
export function createApiClient<Table extends RouteTable>(options: ApiClientOptions<Table>): ApiClient<Table> {
  const { routes, baseUrl, token, timeoutMs = TIMEOUT_MS } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const urlOf = (id: keyof Table & string, { params = {}, query = {} }: SentParts) =>
    `${baseUrl.replace(/\/+$/, "")}${API_BASE_PATH}${pathOf(routes[id].path, params)}${queryTextOf(query)}`;
  return {
    async call(id, ...[sent]) {
      const parts: SentParts = sent ?? {};
      const fail = (error: unknown) => {
        if (parts.signal?.aborted) throw error;
        throw unanswered(error);
      };
      const response = await send(urlOf(id, parts), {
        method: routes[id].method,
        headers: headersOf(parts, token),
        body: bodyOf(parts),
        signal: signalOf(parts.signal, timeoutMs),
      }).catch(fail);
      if (!response.ok) {
        const refusal = await readApiError(response);
        if (refusal.status === 0 && parts.signal?.aborted) throw refusal.cause;
        throw refusal;
      }
      return (await answerOf(response, await response.blob().catch(fail))) as AnswerOf<Table[typeof id]>;
    },
    urlOf: (id, ...[sent]) => urlOf(id, sent ?? {}),
  };
}

/** Codes of Node.js for a request that was not sent, because there was no connection. */
const UNSENT: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function unanswered(cause: unknown): ApiError {
  const { code } = Object(Object(cause).cause) as { code?: unknown };
  const mayHaveSucceeded = !UNSENT.has(code);
  return new ApiError({
    status: 0,
    code: "unreachable",
    detail: "The service did not answer.",
    mayHaveSucceeded,
    cause,
  });
}

interface SentParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly unknown[]>>;
  readonly body?: unknown;
  readonly ifMatch?: number;
  readonly isNew?: boolean;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Throws a TypeError for a missing parameter: the path would be that of another operation, or of none. */
const pathOf = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`params.${name} is missing`);
    return name === "sku" ? encodeSku(value) : encodeURIComponent(value);
  });

function queryTextOf(query: NonNullable<SentParts["query"]>): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) sent.append(name, String(one));
  }
  return sent.size === 0 ? "" : `?${sent}`;
}

/** Only routes that receive a file have a Blob as their body. */
function bodyOf({ body }: SentParts): Blob | string | null {
  if (body === undefined) return null;
  return body instanceof Blob ? body : JSON.stringify(body);
}

const typeOf = (body: unknown): string =>
  body instanceof Blob ? body.type || "application/octet-stream" : "application/json";

function headersOf(parts: SentParts, token: string | undefined): Record<string, string> {
  const { body, ifMatch, isNew = false, idempotencyKey } = parts;
  return {
    Accept: "application/json",
    ...(body !== undefined && { "Content-Type": typeOf(body) }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(ifMatch !== undefined && { "If-Match": `"v${ifMatch}"` }),
    ...(isNew && { "If-None-Match": "*" }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
}

const signalOf = (signal: AbortSignal | undefined, timeoutMs: number): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);

/** The value of a successful response. A file can be JSON too, but it has a Content-Disposition. */
async function answerOf({ status, headers }: Response, bytes: Blob): Promise<unknown> {
  if (status === 204) return undefined;
  if (headers.has("content-disposition") || !PARSED_TYPE.test(headers.get("content-type") ?? "")) return bytes;
  try {
    return JSON.parse(await bytes.text());
  } catch (cause) {
    throw new ApiError({
      status,
      code: "unexpected",
      detail: `The service responded with ${status} without JSON.`,
      cause,
    });
  }
}
