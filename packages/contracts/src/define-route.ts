import type { z } from "zod";
import type { ErrorCode } from "./error-codes.js";
import type { Permission } from "./scopes.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a route takes that is sent a file. */
export interface UploadRule {
  readonly mediaTypes: readonly string[];
  readonly bytesMax: number;
}

/** One REST operation as plain data: the server, OpenAPI, the client and the docs are all made from it. */
export interface Route {
  /** Name of the operation, camelCase, unique: `upsertProduct`. */
  readonly id: string;
  readonly method: Method;
  /** Path below the API base in OpenAPI form: `/products/{sku}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What the principal must hold; null for any valid token; "public" for no token at all. */
  readonly scope: Permission | null | "public";
  /** It concerns more than some channels: members who are restricted to channels neither see nor do it. */
  readonly ofWholeWorkspace?: true;
  readonly params?: z.ZodObject;
  /** Query as sent (text); coercion is part of the schema. Unknown parameters are refused. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A POST that stores nothing: its body is only too large, or too much of a question, for a query. */
  readonly reads?: true;
  /** `batch` takes the larger body limit (limits.ts). */
  readonly bodyLimit?: "default" | "batch";
  /** Parts of the resource change without its version: the tag of its GET also tells its contents apart. */
  readonly hasUnversionedParts?: true;
  /** Its answer has an entity tag, though it is no resource with a version. */
  readonly hasEntityTag?: true;
  /** The body is a file, stored as it comes: what its Content-Type may be, and its size. Instead of `body`. */
  readonly upload?: UploadRule;
  /** Success statuses with the schema of the body; null for none; "file" for bytes; "events" for a stream of server-sent events. */
  readonly responses: Readonly<Record<number, z.ZodType | null | "file" | "events">>;
  /** Codes beyond those that every operation may answer (unauthorized, rate_limited, internal, …). */
  readonly errors: readonly ErrorCode[];
  /** An example body, run by a test and shown in the docs. */
  readonly example?: unknown;
}

/** Methods whose requests may carry `Idempotency-Key`. */
export const takesIdempotencyKey = (route: Route): boolean => route.method === "POST" || route.method === "PATCH";

/** Methods that write: they take `validate_only=true` and refuse it nowhere. */
export const writes = (route: Route): boolean => route.method !== "GET" && route.reads !== true;

/** Names of the placeholders of a path, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Checks a route when its module loads: names in params, query and body must not clash, and params must match the path. */
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

/** What a handler of the route receives and answers. */
export type ParamsOf<R extends Route> = R["params"] extends z.ZodType ? z.output<R["params"]> : Record<never, never>;
export type QueryOf<R extends Route> = R["query"] extends z.ZodType ? z.output<R["query"]> : Record<never, never>;
export type BodyOf<R extends Route> = R["body"] extends z.ZodType ? z.output<R["body"]> : undefined;

/** What a caller sends as the body, and gets as the answer to what was really done (a dry run may answer less). */
export type BodySentOf<R extends Route> = R["body"] extends z.ZodType ? z.input<R["body"]> : undefined;
export type AnswerOf<R extends Route> =
  R["responses"] extends Record<201, infer S>
    ? Answered<S>
    : R["responses"] extends Record<202, infer S>
      ? Answered<S>
      : R["responses"] extends Record<200, infer S>
        ? Answered<S>
        : undefined;
/** A stream of events has no end to wait for: it is opened by its address. */
type Answered<S> = S extends z.ZodType ? z.output<S> : S extends "file" ? Blob : S extends "events" ? never : undefined;

/** Query parameters as a caller writes them; the contract reads their text. What takes several values takes a list. */
export type QuerySentOf<R extends Route> = R["query"] extends z.ZodObject
  ? {
      readonly [Name in keyof z.input<R["query"]>]?:
        | (string | number | boolean | undefined)
        | Extract<z.input<R["query"]>[Name], readonly unknown[]>;
    }
  : Record<never, never>;
/** What stands in the path, as text. */
export type ParamsSentOf<R extends Route> = R["params"] extends z.ZodObject
  ? { readonly [Name in keyof z.input<R["params"]>]: string }
  : Record<never, never>;
