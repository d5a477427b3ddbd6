import { LIMITS } from "@skucast/contracts/limits";
import { API_VERSIONS, SERVICE_NAME, SERVICE_PREFIX } from "@skucast/contracts/service";
import { TAGS } from "@skucast/contracts/tags";
import type { RouteTable } from "./handler.js";
import { exampleOf, problemExamples } from "./openapi-examples.js";
import { headerComponents } from "./openapi-headers.js";
import { codesByStatus, operationOf } from "./openapi-operation.js";
import { collectResponses } from "./openapi-responses.js";
import { collectSchemas, type Json } from "./openapi-schemas.js";
import { WEBHOOK_PARAMETERS, webhooksOf } from "./openapi-webhooks.js";
import { sessionCookieName } from "./session-cookie.js";

/** Renders the OpenAPI 3.1 document of a table of contracts. The same table gives the same document, byte for byte. */
export function renderOpenApi({
  routes,
  title,
  version,
  serverUrl,
  isSecure = true,
}: {
  routes: RouteTable;
  title: string;
  version: string;
  /** Base URL of all paths; absolute, or a path at the origin that serves the document. */
  serverUrl: string;
  /** Whether clients reach the origin over HTTPS, which decides the name of the session cookie. */
  isSecure?: boolean;
}): Json {
  const schemas = collectSchemas();
  const responses = collectResponses(schemas);
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const route of Object.values(routes)) {
    tags.add(route.tag);
    const operation = operationOf(route, { schemas, responses });
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  const webhooks = webhooksOf(schemas);
  const named = schemas.components();
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: DESCRIPTION,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [...tags].map((name) => ({ name, ...(TAGS[name] !== undefined && { description: TAGS[name] }) })),
    paths: withExamples(paths, named),
    webhooks,
    components: {
      schemas: named,
      responses: responses.components(),
      securitySchemes: securitySchemes(isSecure),
      parameters: { ...PARAMETERS, ...WEBHOOK_PARAMETERS },
      examples: problemExamples(codesOf(routes), serverUrl),
      headers: headerComponents(),
    },
  };
}

const codesOf = (routes: RouteTable): ReadonlySet<string> =>
  new Set(Object.values(routes).flatMap((route) => codesByStatus(route).flatMap(([, codes]) => codes)));

/** Adds an example to each JSON response that has none. */
function withExamples(paths: Record<string, Json>, schemas: Json): Json {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const { content = {} } of Object.values((operation as { responses: Record<string, Answered> }).responses)) {
      const json = content["application/json"];
      if (json) json.example = exampleOf(json.schema, schemas);
    }
  }
  return paths;
}

interface Answered {
  readonly content?: { readonly "application/json"?: { readonly schema: Json; example?: unknown } };
}

const DESCRIPTION = `Errors are problem documents (RFC 9457) with a stable \`code\` and all validation errors at once. Lists
are paged with \`cursor\`. Every write accepts \`validate_only=true\`, which checks everything and stores nothing. Previews
and exports of products are no writes: they only read.

POST, PATCH, PUT and DELETE accept \`Idempotency-Key\`. A key belongs to one workspace, method and path, and is kept for
${LIMITS.idempotencyKeptHours} hours after its request has succeeded: the same request then gets the same response again, and one with another
query, body, \`If-Match\` or \`If-None-Match\`, or of another caller, is 422 \`idempotency_key_reused\`. A request that ends with
an error changed nothing and does not use up its key: correct it and send it with the same key. Dry runs
(\`validate_only=true\`) ignore the key. PUT and DELETE have the same effect when they are repeated, but without a key the
repetition of one whose response was lost is answered as a new request: 404 after a deletion, 412 after a write with \`If-Match\`.

Operations that list \`If-Match\` check it and \`If-None-Match\` before they write. Other writes reject both headers with 400
\`bad_request\`, and every write rejects \`If-Unmodified-Since\` without \`If-Match\`: a precondition is never ignored.

Longer responses are compressed with zstd or gzip if the client accepts it; each coding has its own entity tag, and all of
them identify the same state. Responses may gain fields; ignore unknown ones. Bodies have no read-only
fields: leave out \`id\`, \`version\` (except of products), \`created_at\`, \`updated_at\`, and \`price\` and \`content_hash\` of products. A request that is not valid HTTP or does not
arrive completely is answered before any operation: 400 \`bad_request\`, 408 \`request_timeout\`,
417 \`expectation_failed\`, 431 \`headers_too_large\`.`;

const securitySchemes = (isSecure: boolean): Json => ({
  bearer: {
    type: "http",
    scheme: "bearer",
    description: `An API key of ${SERVICE_NAME} (\`${SERVICE_PREFIX}_sk_…\`) or an OAuth access token (\`${SERVICE_PREFIX}_at_…\`).`,
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName(isSecure),
    description: `The browser session cookie, for pages of this origin only. Its permissions are those of the user's role in
the current workspace. POST, PUT, PATCH and DELETE must prove that a page of this origin sent them, by
\`Sec-Fetch-Site: same-origin\` or, if that is missing, by \`Origin\`; browsers send both automatically. Without proof the
response is 403 \`forbidden\`. The cookie is ignored if there is an \`Authorization\` header. Over plain HTTP its name is
\`${sessionCookieName(false)}\`, over HTTPS \`${sessionCookieName(true)}\`.`,
  },
});

const text: Json = { type: "string" };

const PARAMETERS: Json = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes retries safe: after one success, requests with the same key, query, preconditions and body get its response and " +
      "change nothing. Errors do not use up the key. validate_only=true ignores it.",
    schema: { ...text, minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "Write only if the stored version has one of these entity tags; otherwise 412.",
    schema: text,
  },
  IfNoneMatchOfWrite: {
    name: "If-None-Match",
    in: "header",
    description: "Write only if the stored version has none of these entity tags; * means: only create. Otherwise 412.",
    schema: text,
  },
  ApiVersion: {
    name: "API-Version",
    in: "header",
    description:
      "Dated version of this API. Default: the current one. An unsupported version is 400 unsupported_version.",
    schema: { type: "string", enum: API_VERSIONS },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "Answer 304 if the stored version has one of these entity tags.",
    schema: text,
  },
};
