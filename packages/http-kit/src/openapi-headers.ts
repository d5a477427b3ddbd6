import { type Route, takesIdempotencyKey, writes } from "@skucast/contracts/define-route";
import { type ErrorCode, statusOf } from "@skucast/contracts/error-codes";
import { z } from "zod";
import type { Json } from "./openapi-schemas.js";

const text: Json = { type: "string" };

/** Every header of a response that the document describes. The others belong to HTTP, such as Content-Length and Vary. */
const HEADERS = {
  "Request-Id": {
    description: "Identifies the request. A well-formed Request-Id that you send is returned.",
    schema: text,
  },
  "API-Version": { description: "The version of the response.", schema: text },
  "Cache-Control": {
    description: "private, no-cache: revalidate with the ETag. no-store for errors, secrets and private files.",
    schema: text,
  },
  RateLimit: {
    description:
      "Remaining budget: r requests; full again in t seconds. Missing if the request failed before it was counted.",
    schema: text,
  },
  "RateLimit-Policy": { description: "The budget: q requests in w seconds.", schema: text },
  ETag: {
    description: "Entity tag of the version. Not with validate_only=true, because that version is not stored.",
    schema: text,
  },
  "Last-Modified": {
    description: "Time of the last change, in whole seconds; during that second, the previous one. Prefer ETag.",
    schema: text,
  },
  Link: { description: 'URL of the next page, if there is one, with rel="next" (RFC 8288).', schema: text },
  Location: { description: "URL of the created resource.", schema: { ...text, format: "uri-reference" } },
  "Idempotency-Replayed": { description: "true if this is the response to an earlier request.", schema: text },
  "Content-Disposition": { description: "The name of the file (RFC 6266).", schema: text },
  "Accept-Ranges": { description: "bytes: a part of the file can be requested with Range.", schema: text },
  "Content-Range": { description: "The part of the file, or only its size if Range does not fit.", schema: text },
  "Accept-Encoding": {
    description: "The encodings of bodies that can be sent (RFC 9110, section 15.5.16).",
    schema: text,
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "The challenge (RFC 6750), unless a session cookie was sent.", schema: text },
} as const satisfies Record<string, Json>;

export type HeaderName = keyof typeof HEADERS;

/** The documented headers of a response, and whether each is always sent. */
export type DocumentedHeaders = Readonly<Partial<Record<HeaderName, "always" | "sometimes">>>;

/** The headers as components of the document. */
export const headerComponents = (): Json =>
  Object.fromEntries(Object.entries(HEADERS).map(([name, header]) => [componentOf(name), header]));

/** References to the components. */
export const headerReferences = (headers: DocumentedHeaders): Json =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]));

const componentOf = (name: string): string => COMPONENTS[name] ?? name.replaceAll("-", "");
/** Names that released documents have. */
const COMPONENTS: Readonly<Record<string, string>> = {
  "API-Version": "ApiVersion",
  "WWW-Authenticate": "WwwAuthenticate",
};

const ALL = { "Request-Id": "always", "API-Version": "always", "Cache-Control": "always" } as const;

/** The headers of a success, or, for 304, those of the 200 that it stands for. */
export function successHeaders(route: Route, status: number): DocumentedHeaders {
  const { responses, query, scope } = route;
  // 204 without a body of its own stands for a 200 that the caller may not read.
  const body = responses[status] ?? responses[200] ?? null;
  const isResource = body instanceof z.ZodObject && "version" in body.shape;
  const mayBeDryRun = writes(route) && status === 200;
  const hasTag =
    isResource || (body === "file" && route.hasEntityTag === true) || (route.hasEntityTag && status === 200);
  const hasTime = route.method === "GET" && isResource && "updated_at" in body.shape;
  return {
    ...ALL,
    ...(scope === "public" ? {} : ({ RateLimit: "always", "RateLimit-Policy": "always" } as const)),
    ...(hasTag && { ETag: mayBeDryRun || status === 204 ? "sometimes" : "always" }),
    // Without it if parts of the resource have changed at another time.
    ...(hasTime && { "Last-Modified": query && "include" in query.shape ? "sometimes" : "always" }),
    ...(query && "cursor" in query.shape && { Link: "sometimes" }),
    ...((status === 201 || (status === 202 && route.startsResource)) && { Location: "always" }),
    ...(takesIdempotencyKey(route) && { "Idempotency-Replayed": "sometimes" }),
    ...(body === "file" && { "Content-Disposition": "always" }),
    ...(responses[206] === "file" && { "Accept-Ranges": "always" }),
    ...(status === 206 && { "Content-Range": "always" }),
  };
}

/** Errors of requests that fail before their operation is known, so that any operation may have them. */
export const BEFORE_OPERATIONS = [
  "request_timeout",
  "expectation_failed",
  "headers_too_large",
] as const satisfies readonly ErrorCode[];

const STATUSES_BEFORE_OPERATIONS: ReadonlySet<number> = new Set(BEFORE_OPERATIONS.map(statusOf));

/** Errors of one status. */
export interface DocumentedProblem {
  readonly status: string;
  readonly codes: readonly ErrorCode[];
  /** Whether the operation needs no authentication, and so has no rate limit. */
  readonly isPublic: boolean;
}

/** The headers of an error. */
export function problemHeaders({ status, codes, isPublic }: DocumentedProblem): DocumentedHeaders {
  const code = Number(status);
  if (STATUSES_BEFORE_OPERATIONS.has(code)) return { "Request-Id": "always", "Cache-Control": "always" };
  // The budget is unknown to a request whose sender could not be identified.
  const budget = code === 403 || code === 429 || code >= 500 ? "sometimes" : "always";
  return {
    ...ALL,
    ...(isPublic || code === 401 ? {} : ({ RateLimit: budget, "RateLimit-Policy": budget } as const)),
    ...(code === 401 && { "WWW-Authenticate": "always" }),
    ...(code === 403 && { "WWW-Authenticate": "sometimes" }),
    ...(code === 412 && { ETag: "sometimes" }),
    ...(code === 415 && { "Accept-Encoding": "sometimes" }),
    ...(code === 416 && { "Content-Range": "always" }),
    ...(code === 429 && { "Retry-After": "always" }),
    ...((code === 503 || codes.includes("request_in_progress")) && { "Retry-After": "sometimes" }),
  };
}
