import {
  bodyBytesMaxOf,
  checksVersion,
  type RecentSignIn,
  type Route,
  rejectsMembers,
  takesIdempotencyKey,
  type UploadRule,
  writes,
} from "@skucast/contracts/define-route";
import { type ErrorCode, statusOf } from "@skucast/contracts/error-codes";
import { z } from "zod";
import { BEFORE_OPERATIONS, headerReferences, successHeaders } from "./openapi-headers.js";
import type { ResponseCollector } from "./openapi-responses.js";
import type { Json, SchemaCollector } from "./openapi-schemas.js";
import { scopeOfAnswer } from "./withheld-answer.js";

/** The named parts of the document that its operations refer to. */
interface Components {
  readonly schemas: SchemaCollector;
  readonly responses: ResponseCollector;
}

/** One route as an OpenAPI operation object. */
export function operationOf(route: Route, { schemas, responses }: Components): Json {
  const parameters = parametersOf(route, schemas);
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...descriptionWithRules(route),
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body ? { requestBody: requestBodyOf(route, route.body, schemas) } : {}),
    ...(route.upload ? { requestBody: fileBodyOf(route, route.upload) } : {}),
    responses: responsesOf(route, { schemas, responses }),
  };
}

function descriptionWithRules({ description, recentSignIn }: Route): Json {
  const parts = [description, recentSignIn && RECENT_SIGN_IN[recentSignIn]].filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { description: parts.join(" ") };
}

const RECENT_SIGN_IN = {
  always: "A signed-in person needs a recent sign-in.",
  by_change:
    "A signed-in person needs a recent sign-in for a change of a secret, or of who may sign in, send or receive data.",
} as const satisfies Record<RecentSignIn, string>;

/** A token with the scope, or the session cookie, for which the user's role decides. */
const securityOf = ({ scope }: Route): Json[] =>
  scope === "public" ? [] : [{ bearer: scope === null ? [] : [scope] }, { session: [] }];

function parametersOf(route: Route, schemas: SchemaCollector): Json[] {
  const headers = [
    ...(takesIdempotencyKey(route) ? ["IdempotencyKey"] : []),
    ...(checksVersion(route) ? ["IfMatch", "IfNoneMatchOfWrite"] : []),
    ...(isTagged(route) ? ["IfNoneMatch"] : []),
    "ApiVersion",
  ];
  return [
    ...(route.params ? fieldsOf(route.params, "path", schemas) : []),
    ...(route.query ? fieldsOf(route.query, "query", schemas) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function fieldsOf(schema: z.ZodObject, place: "path" | "query", schemas: SchemaCollector): Json[] {
  const { properties = {}, required = [] } = schemas.schemaOf(schema, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === "path" || (required as string[]).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function requestBodyOf(route: Route, body: z.ZodType, schemas: SchemaCollector): Json {
  return {
    description: sizeOf(route),
    required: !body.safeParse(undefined).success,
    content: {
      "application/json": {
        schema: schemas.schemaOf(body, "input"),
        ...(route.example === undefined ? {} : { example: route.example }),
      },
    },
  };
}

/** JSON Schema has no limit for a whole document. */
const sizeOf = (route: Route): string => `At most ${bodyBytesMaxOf(route) / 1_000_000} MB; a longer one is 413.`;

const fileBodyOf = (route: Route, { mediaTypes }: UploadRule): Json => ({
  description: sizeOf(route),
  required: true,
  content: Object.fromEntries(mediaTypes.map((type) => [type, {}])),
});

/** Whether a GET returns an entity tag that allows conditional requests. */
export function isTagged(route: Route): boolean {
  const answer = route.responses[200];
  const isResource = answer instanceof z.ZodObject && "version" in answer.shape;
  return route.method === "GET" && (isResource || route.hasEntityTag === true);
}

function responsesOf(route: Route, { schemas, responses }: Components): Json {
  const answers: Record<string, Json> = {};
  for (const [status, body] of Object.entries(route.responses)) {
    answers[status] = {
      description: descriptionOf(Number(status)),
      headers: headerReferences(successHeaders(route, Number(status))),
      ...(body === null ? {} : { content: contentOf(route, body, schemas) }),
    };
  }
  const readScope = scopeOfAnswer(route);
  if (readScope !== null && answers["200"] !== undefined && answers["204"] === undefined) {
    answers["204"] = {
      description: `Done${answers["202"] === undefined ? ". Instead of 200" : " or accepted. Instead of 200 and 202"} for a token without the scope ${readScope}, which does not get the stored resource.`,
      headers: headerReferences(successHeaders(route, 204)),
    };
  }
  if (isTagged(route)) {
    answers["304"] = {
      description: "Not modified: the entity tag matches If-None-Match.",
      headers: headerReferences(successHeaders(route, 200)),
    };
  }
  for (const [status, codes] of codesByStatus(route)) {
    const problem = { status, codes, isPublic: route.scope === "public" };
    const known = answers[status];
    answers[status] = known ? mergeAnswers(known, responses.answerOf(problem)) : responses.referenceTo(problem);
  }
  return answers;
}

/** A status with a body of its own that is also the status of errors. */
const mergeAnswers = (own: Json, problem: Json): Json => ({
  description: `${own.description} ${problem.description}`,
  headers: { ...(own.headers as Json), ...(problem.headers as Json) },
  content: { ...(own.content as Json | undefined), ...(problem.content as Json) },
});

function contentOf(
  { fileTypes = ["application/octet-stream"] }: Route,
  body: z.ZodType | "file" | "events",
  schemas: SchemaCollector,
): Json {
  if (body === "file")
    return Object.fromEntries(fileTypes.map((type) => [type, type === "application/json" ? { schema: {} } : {}]));
  if (body === "events") return { "text/event-stream": { schema: { type: "string" } } };
  return { "application/json": { schema: schemas.schemaOf(body, "output") } };
}

/** The error codes of a route by status: its own and those of the checks common to all requests. */
export function codesByStatus(route: Route): [status: string, codes: ErrorCode[]][] {
  const isPublic = route.scope === "public";
  const readsJson = route.body !== undefined || rejectsMembers(route);
  const checks: ErrorCode[] = [
    ...(route.params || route.query ? (["invalid_parameter"] as const) : []),
    "unknown_parameter",
    "unsupported_version",
    ...(isPublic ? [] : (["unauthorized", "invalid_token", "forbidden", "rate_limited"] as const)),
    ...(readsJson ? (["invalid_json", "validation_failed"] as const) : []),
    ...(readsJson || route.upload ? (["bad_request", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(takesIdempotencyKey(route) ? (["bad_request", "request_in_progress", "idempotency_key_reused"] as const) : []),
    ...(writes(route) ? (["bad_request"] as const) : []),
    ...BEFORE_OPERATIONS,
    "internal",
    "unavailable",
  ];
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of new Set([...checks, ...route.errors])) {
    const status = String(statusOf(code));
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort(([a], [b]) => Number(a) - Number(b));
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: "OK.",
  201: "Created.",
  202: "Accepted. Processing continues after the response.",
  204: "Done. The response has no body.",
  206: "The requested part of the file. Content-Range says which one.",
};

const descriptionOf = (status: number): string => DESCRIPTIONS[status] ?? "Error. The body gives the reason.";
