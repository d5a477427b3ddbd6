import { LIMITS } from "@skucast/contracts/limits";
import { API_VERSIONS, SERVICE_NAME, SERVICE_PREFIX } from "@skucast/contracts/service";
import { TAGS } from "@skucast/contracts/tags";
import type { RouteTable } from "./handler.js";
import { exampleOf, problemExamples } from "./openapi-examples.js";
import { codesByStatus, operationOf } from "./openapi-operation.js";
import { collectSchemas, type Json } from "./openapi-schemas.js";
import { WEBHOOK_PARAMETERS, webhooksOf } from "./openapi-webhooks.js";
import { sessionCookieName } from "./session-cookie.js";

/** The OpenAPI 3.1 document of a table of contracts; the same table gives the same document, byte for byte. */
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
  /** Base of all paths; absolute, or a path at the origin that serves the document. */
  serverUrl: string;
  /** Whether clients reach the origin over https: the session cookie is named for it. */
  isSecure?: boolean;
}): Json {
  const schemas = collectSchemas();
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const route of Object.values(routes)) {
    tags.add(route.tag);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, schemas) };
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
      securitySchemes: securitySchemes(isSecure),
      parameters: { ...PARAMETERS, ...WEBHOOK_PARAMETERS },
      examples: problemExamples(codesOf(routes), serverUrl),
      headers: HEADERS,
    },
  };
}

const codesOf = (routes: RouteTable): ReadonlySet<string> =>
  new Set(Object.values(routes).flatMap((route) => codesByStatus(route).flatMap(([, codes]) => codes)));

/** The same paths, with an example of each JSON answer that has none. */
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

const DESCRIPTION = `Errors are problem documents (RFC 9457) with a stable \`code\` and all faults at once. Lists are read
page by page with \`cursor\`. Writes take \`Idempotency-Key\` (kept ${LIMITS.idempotencyKeptHours} h), \`If-Match\` and \`validate_only=true\`.
Longer answers come in zstd or gzip to those who accept it; each coding has its own entity tag, and all of them name the
same state. Answers may gain fields; ignore those that you do not know. A request that is no HTTP, or does not arrive whole, is
answered before any operation: 400 \`bad_request\`, 408 \`request_timeout\`, 431 \`headers_too_large\`.`;

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
    description: `What signing in gives a browser, for pages of this origin alone. The person's role in the workspace that
they work in says what it may do. POST, PUT, PATCH and DELETE must prove that a page of this origin sends them, by
\`Sec-Fetch-Site: same-origin\` or, where that is missing, by \`Origin\`; browsers send both by themselves. Without proof it
is 403 \`forbidden\`. It counts only without an \`Authorization\` header. Over plain http it is named
\`${sessionCookieName(false)}\`, over https \`${sessionCookieName(true)}\`.`,
  },
});

const text: Json = { type: "string" };

const PARAMETERS: Json = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Makes a repeated request safe: the same key and body are done once and answered the same.",
    schema: { ...text, minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "Write only if the stored version has one of these entity tags; otherwise 412.",
    schema: text,
  },
  ApiVersion: {
    name: "API-Version",
    in: "header",
    description:
      "Dated version of this API; without it the present one. One that is not served is 400 unsupported_version.",
    schema: { type: "string", enum: API_VERSIONS },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "Answer 304 if the stored version has one of these entity tags.",
    schema: text,
  },
};

const HEADERS: Json = {
  ApiVersion: { description: "The version that answers.", schema: text },
  Link: { description: 'Of a page with a next one: its address, with rel="next" (RFC 8288).', schema: text },
  LastModified: {
    description: "When the resource changed, in whole seconds; within the same second, the one before. Prefer ETag.",
    schema: text,
  },
  RequestId: { description: "Names the request; your own well-formed Request-Id is echoed.", schema: text },
  RateLimit: { description: "What is left: r requests; in t seconds all are there again.", schema: text },
  RateLimitPolicy: { description: "The budget: q requests in w seconds.", schema: text },
  RetryAfter: { description: "Seconds to wait.", schema: { type: "integer" } },
  ETag: { description: "Entity tag of the version.", schema: text },
  Location: { description: "Address of what was made.", schema: { ...text, format: "uri-reference" } },
  IdempotencyReplayed: { description: "true when the answer is that of an earlier request.", schema: text },
  WwwAuthenticate: { description: "The challenge (RFC 6750).", schema: text },
};
