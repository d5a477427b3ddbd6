import type { z } from "zod";
import type { ErrorCode } from "./error-codes.js";
import { LIMITS } from "./limits.js";
import type { Permission } from "./scopes.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a route that receives a file accepts. */
export interface UploadRule {
  readonly mediaTypes: readonly string[];
  readonly bytesMax: number;
}

/**
 * When a person needs a recent sign-in: `always`, or `by_change` if the operation decides it, because only some requests
 * change a secret, or who receives or sends data. API keys and connected apps have no session and need none.
 */
export type RecentSignIn = "always" | "by_change";

/** One REST operation as plain data: the server, OpenAPI, the client and the docs are derived from it. */
export interface Route {
  /** Name of the operation, camelCase, unique: `upsertProduct`. */
  readonly id: string;
  readonly method: Method;
  /** Path below the API base in OpenAPI form: `/products/{sku}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The permission that the principal needs; null for any valid token; "public" for no token. */
  readonly scope: Permission | null | "public";
  /** The route concerns the whole workspace: members who are restricted to some channels may not call it. */
  readonly wholeWorkspaceOnly?: true;
  /** When the sign-in of a person must be recent. Every route that receives or returns a secret has it. */
  readonly recentSignIn?: RecentSignIn;
  readonly params?: z.ZodObject;
  /** Query parameters as sent, that is, strings; the schema converts them. Unknown parameters are rejected. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A POST that only reads: its input is too large or too complex for query parameters. */
  readonly reads?: true;
  /** A POST that changes an existing resource and returns it. PATCH and PUT always do. */
  readonly returnsStored?: true;
  /** An accepted request (202) creates a resource, whose URL is in Location. */
  readonly startsResource?: true;
  /** Of fields of the resource that this body may not have, but another operation changes: which one, as a sentence. */
  readonly changedOtherwise?: Readonly<Record<string, string>>;
  /** `batch` selects the larger body limit (limits.ts). */
  readonly bodyLimit?: "default" | "batch";
  /**
   * The list in the body whose items have results of their own. An item that cannot be read as it was sent reaches the
   * handler as a FaultyItem.
   */
  readonly itemsApart?: string;
  /** Parts of the resource change without its version, so the ETag of its GET also covers its contents. */
  readonly hasUnversionedParts?: true;
  /** The response has an ETag although the resource has no version. */
  readonly hasEntityTag?: true;
  /** The body is a file that is stored as received: its allowed media types and size. Instead of `body`. */
  readonly upload?: UploadRule;
  /** The media types of a "file"; the response has one of them. */
  readonly fileTypes?: readonly string[];
  /** Schema of the body by status, without problems; null for no body; "file" for bytes; "events" for server-sent events. */
  readonly responses: Readonly<Record<number, z.ZodType | null | "file" | "events">>;
  /** Error codes in addition to those of every operation (unauthorized, rate_limited, internal, …). */
  readonly errors: readonly ErrorCode[];
  /** An example body: a test sends it, and the docs show it. */
  readonly example?: unknown;
}

/** The size limit of a route's body. */
export const bodyBytesMaxOf = ({ bodyLimit, upload }: Route): number =>
  upload?.bytesMax ?? (bodyLimit === "batch" ? LIMITS.batchBodyBytesMax : LIMITS.bodyBytesMax);

/** Whether a route takes no body, and rejects one with members. */
export const rejectsMembers = ({ method, body, upload }: Route): boolean =>
  body === undefined && upload === undefined && (method === "POST" || method === "DELETE");

/**
 * Whether requests to a route may have an `Idempotency-Key`. PUT and DELETE are idempotent, but their repetition after a lost
 * response would be answered with 404 or 412.
 */
export const takesIdempotencyKey = (route: Route): boolean => route.method !== "GET";

/** Whether a write checks `If-Match` and `If-None-Match`. */
export const checksVersion = (route: Route): boolean => route.errors.includes("precondition_failed");

/** Whether a route writes. All of these accept `validate_only=true`. */
export const writes = (route: Route): boolean => route.method !== "GET" && route.reads !== true;

/** Names of the placeholders in a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Checks a route when its module loads: params must match the path and must not clash with the query. */
export function defineRoute<const R extends Route>(route: R): R {
  const names = pathParameters(route.path);
  const params = Object.keys(route.params?.shape ?? {});
  if (names.join() !== params.join()) {
    throw new Error(`route ${route.id}: path names {${names}} but params has {${params}}`);
  }
  const clash = Object.keys(route.query?.shape ?? {}).find((name) => params.includes(name));
  if (clash) throw new Error(`route ${route.id}: ${clash} is both a path and a query parameter`);
  return route;
}

/** What a handler of the route receives. */
export type ParamsOf<R extends Route> = R["params"] extends z.ZodType ? z.output<R["params"]> : Record<never, never>;
export type QueryOf<R extends Route> = R["query"] extends z.ZodType ? z.output<R["query"]> : Record<never, never>;
export type BodyOf<R extends Route> = R["body"] extends z.ZodType ? z.output<R["body"]> : undefined;

/** What a client sends as the body and receives as the response to a real call (a dry run may return less). */
export type BodySentOf<R extends Route> = R["upload"] extends UploadRule
  ? Blob
  : R["body"] extends z.ZodType
    ? z.input<R["body"]>
    : undefined;
export type AnswerOf<R extends Route> =
  R["responses"] extends Record<201, infer S>
    ? Answered<S>
    : R["responses"] extends Record<202, infer S>
      ? Answered<S>
      : R["responses"] extends Record<200, infer S>
        ? Answered<S>
        : undefined;
/** A stream of events never ends, so it has no result: clients open it by its URL. */
type Answered<S> = S extends z.ZodType ? z.output<S> : S extends "file" ? Blob : S extends "events" ? never : undefined;

/** Query parameters as a client writes them. A parameter with several values takes a list. */
export type QuerySentOf<R extends Route> = R["query"] extends z.ZodObject
  ? {
      readonly [Name in keyof z.input<R["query"]>]?:
        | (string | number | boolean | undefined)
        | Extract<z.input<R["query"]>[Name], readonly unknown[]>;
    }
  : Record<never, never>;
/** Path parameters as a client writes them: strings. */
export type ParamsSentOf<R extends Route> = R["params"] extends z.ZodObject
  ? { readonly [Name in keyof z.input<R["params"]>]: string }
  : Record<never, never>;
