import { unlink } from "node:fs/promises";
import type { Route } from "@skucast/contracts/define-route";
import { takesIdempotencyKey } from "@skucast/contracts/define-route";
import { LIMITS } from "@skucast/contracts/limits";
import { callerOf, type Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { inSpan, type Span } from "@skucast/service-kit/traces";
import { NO_WORKSPACE, type Turns } from "@skucast/service-kit/turns";
import express, { type Request, type Response, type Router } from "express";
import { type Answer, answerOf, compressedAnswer, discardAnswer, sendAnswer, singleStatusOf } from "./answer.js";
import { CURRENT_API_VERSION, checkApiVersion } from "./api-version.js";
import type { Authentication } from "./authenticate.js";
import { type BodySlots, createBodySlots } from "./body-slots.js";
import { checkPreconditions, ignoredPreconditionsOf, type Precondition } from "./check-preconditions.js";
import { Deadline } from "./deadline.js";
import { fixedFieldsOf } from "./fixed-fields.js";
import type { Handler, HandlersOf, Reply, RouteTable } from "./handler.js";
import { fingerprintOf, type IdempotencyStore, idempotencyKeyOf, runIdempotently } from "./idempotency.js";
import { nextLink } from "./next-link.js";
import type { Problems } from "./problems.js";
import { type RateLimiter, rateLimited, rateLimitHeader } from "./rate-limit.js";
import { ClientGone, discardBody } from "./read-body.js";
import { type BodyReader, createBodyReader } from "./read-json-body.js";
import { createParamsReader, type ParamsReader } from "./read-params.js";
import { readQuery } from "./read-query.js";
import { callOf, RequestCall, traceparentOf } from "./request-call.js";
import { requestIdOf } from "./request-id.js";
import { routeTable } from "./route-table.js";
import { withheldAnswer } from "./withheld-answer.js";

export interface MountOptions<Table extends RouteTable> {
  readonly routes: Table;
  readonly handlers: NoInfer<HandlersOf<Table>>;
  readonly authentication: Authentication;
  readonly rateLimiter: RateLimiter;
  readonly idempotency: IdempotencyStore;
  readonly problems: Problems;
  /** Parses large bodies, those of all workspaces in turn. */
  readonly turns: Turns;
  /** Time limit of a handler in milliseconds; 503 unavailable after that. Default: LIMITS.requestTimeoutMs. */
  readonly timeoutMs?: number;
  /** Folder for uploads. Required if a route accepts uploads. */
  readonly uploadsDir?: string;
  /** By route id: what is checked before an upload is received, so that a request that must fail sends no file. */
  readonly beforeUpload?: Readonly<Record<string, UploadCheck>>;
  /**
   * Throws for a person who has not signed in recently. Called before the stored answer of a route that always needs a
   * recent sign-in is given again: it may contain a secret. The handler checks everything else itself.
   */
  readonly requireRecentSignIn: (principal: Principal) => void;
}

/** Throws the problem that the handler would throw. `hasKey` says whether the request may be a retry (Idempotency-Key). */
export type UploadCheck = (principal: Principal, request: { readonly hasKey: boolean }) => Promise<void>;

interface MountedRoute {
  readonly route: Route;
  /** Undefined if the route accepts no large bodies. */
  readonly bodySlots: BodySlots | undefined;
  readonly handle: Handler<Route>;
  readonly singleStatus: number | null;
  readonly readParams: ParamsReader;
  readonly checkUpload: UploadCheck | undefined;
  readonly readBody: BodyReader;
  readonly takesIdempotencyKey: boolean;
  readonly ignoredPreconditions: readonly Precondition[];
}

/**
 * Serves a table of contracts. Each request is matched, authenticated, rate-limited, authorized, parsed, checked for
 * idempotency and handled. Every response has a request id, and every error is a problem document. Answers HEAD for
 * every GET, OPTIONS with Allow, 405 and 404.
 */
export function mountRoutes<Table extends RouteTable>(options: MountOptions<Table>): Router {
  const slotsFor = largeBodies();
  const table = routeTable(Object.values(options.routes).map((route) => mountRoute(route, options, slotsFor(route))));
  const router = express.Router();
  router.use((req, res) => {
    const requestId = requestIdOf(req, res);
    res.setHeader("API-Version", CURRENT_API_VERSION);
    const { path, queryText } = splitUrl(req.url);
    const found = table.find(req.method, path);
    if (found.type === "entry") {
      // serve reports its own failures. If that fails too, only closing the connection is left.
      serve({ req, res, requestId, path, queryText, segments: found.segments, options }, found.entry).catch(() => {
        res.destroy();
      });
      return;
    }
    if (found.type === "wrong-method" && req.method === "OPTIONS") {
      discardBody(req);
      res.writeHead(204, { Allow: found.allowed.join(", ") }).end();
      return;
    }
    sendProblem(
      { req, res, requestId, options },
      found.type === "wrong-method" ? methodNotAllowed(req, found.allowed) : unknownPath(),
    );
  });
  return router;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly requestId: string;
  readonly path: string;
  readonly queryText: string;
  readonly segments: readonly string[];
  readonly options: MountOptions<RouteTable>;
}

/** Serves one request in its own span, which joins the caller's trace. */
function serve(exchange: Exchange, entry: MountedRoute): Promise<void> {
  const { req, res } = exchange;
  const template = `${req.baseUrl}${entry.route.path}`;
  res.locals.routeTemplate = template;
  const span = {
    tracer: "http-kit",
    kind: "server",
    name: `${req.method} ${template}`,
    parent: traceparentOf(req),
  } as const;
  return inSpan(span, async (active) => {
    await handle(exchange, entry).catch((error: unknown) => sendProblem(exchange, error));
    recordOutcome(active, template, res.statusCode);
  });
}

async function handle(exchange: Exchange, entry: MountedRoute): Promise<void> {
  const { req, res, options, queryText } = exchange;
  const { route } = entry;
  const principal = await admit(exchange, route);
  checkApiVersion(req);
  checkPreconditions(req, entry.ignoredPreconditions);
  const params = entry.readParams(exchange.segments);
  const query = readQuery(route.query, queryText);
  const key = entry.takesIdempotencyKey ? idempotencyKeyOf(headerOf(req, "idempotency-key")) : null;
  if (principal !== null) {
    await entry.checkUpload?.(principal, { hasKey: key !== null }).catch((error: unknown) => {
      throw options.authentication.challenged(error, principal);
    });
  }
  const release = principal === null ? undefined : entry.bodySlots?.take(principal.workspaceId);
  const turn = () => options.turns.next(principal?.workspaceId ?? NO_WORKSPACE);
  const body = await entry.readBody(req, turn).catch((error: unknown) => {
    release?.();
    throw error;
  });
  const deadline = new Deadline(res, options.timeoutMs ?? LIMITS.requestTimeoutMs);
  const parts = { principal, params, query, body: body.value, upload: body.upload, requestId: exchange.requestId };
  const call = callOf(new RequestCall({ req, res }, parts, { deadline, authentication: options.authentication }));
  let isHandled = false;
  const execute = async () => {
    isHandled = true;
    const reply = await entry.handle(call).catch((error: unknown) => {
      throw options.authentication.challenged(error, principal);
    });
    const answered = withNextLink(answerOf(route, entry.singleStatus, reply), exchange, reply);
    return withheldAnswer(route, principal, answered);
  };
  const isStored = key !== null && principal !== null && !isDryRun(query);
  const answer = isStored ? executeOnce(exchange, { route, key, principal, bytes: body.bytes }, execute) : execute();
  // The handler may go on after its time limit. The answer to a retry is known, so that no handler has its file.
  const end = () => {
    release?.();
    if (body.upload && !isHandled) unlink(body.upload.path).catch(() => undefined);
  };
  if (release || body.upload) answer.then(end, end);
  sendAnswer(req, res, await compressedAnswer(req, await deadline.race(answer, discardAnswer)));
}

/** Adds the Link header of the next page. */
function withNextLink(answer: Answer, { req, path, queryText }: Exchange, { nextCursor }: Reply): Answer {
  if (typeof nextCursor !== "string") return answer;
  return { ...answer, headers: { ...answer.headers, Link: nextLink(`${req.baseUrl}${path}`, queryText, nextCursor) } };
}

/**
 * Checks authentication, rate and scope. Returns null for a public route. A request without the scope also counts
 * against the rate limit.
 */
async function admit({ req, res, options }: Exchange, route: Route): Promise<Principal | null> {
  if (route.scope === "public") return null;
  const principal = await options.authentication.identify(req);
  res.locals.workspaceId = principal.workspaceId;
  const budget = options.rateLimiter.take(principal.workspaceId);
  res.setHeader("RateLimit-Policy", options.rateLimiter.policy);
  res.setHeader("RateLimit", rateLimitHeader(budget));
  if (!budget.isAllowed) throw rateLimited(budget);
  options.authentication.requireScope(principal, route.scope);
  if (route.wholeWorkspaceOnly && principal.kind === "api_key" && principal.channelIds !== undefined)
    throw new Problem("forbidden", "This API key is limited to channels, and this belongs to the whole workspace.");
  return principal;
}

async function executeOnce(
  { req, path, queryText, requestId, options }: Exchange,
  { route, key, principal, bytes }: { route: Route; key: string; principal: Principal; bytes: Buffer | null },
  execute: () => Promise<Answer>,
): Promise<Answer> {
  if (route.recentSignIn === "always") options.requireRecentSignIn(principal);
  const request = {
    workspaceId: principal.workspaceId,
    key,
    method: req.method,
    path,
    fingerprint: fingerprintOf({
      caller: callerOf(principal),
      queryText,
      ifMatch: req.headers["if-match"],
      ifNoneMatch: req.headers["if-none-match"],
      body: bytes,
    }),
  };
  return runIdempotently({
    store: options.idempotency,
    request,
    execute,
    onStoreFailure: (error) => options.problems.report(error, requestId),
  });
}

function sendProblem(
  { req, res, requestId, options }: Pick<Exchange, "req" | "res" | "requestId" | "options">,
  error: unknown,
) {
  if (error instanceof ClientGone || res.destroyed) return;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  discardBody(req);
  sendAnswer(req, res, options.problems.answer(error, requestId));
}

/** Pairs a route with its handler. The compiler has checked that each exists. */
function mountRoute(
  route: Route,
  { routes, handlers, uploadsDir, beforeUpload }: MountOptions<RouteTable>,
  bodySlots: BodySlots | undefined,
): MountedRoute {
  const handle = (handlers as object as Record<string, Handler<Route>>)[route.id];
  if (!handle) throw new Error(`route ${route.id} has no handler`);
  return {
    route,
    bodySlots,
    handle,
    singleStatus: singleStatusOf(route),
    readParams: createParamsReader(route),
    checkUpload: beforeUpload?.[route.id],
    readBody: createBodyReader(route, { uploadsDir, fixedFields: fixedFieldsOf(route, routes) }),
    takesIdempotencyKey: takesIdempotencyKey(route),
    ignoredPreconditions: ignoredPreconditionsOf(route),
  };
}

function largeBodies(): (route: Route) => BodySlots | undefined {
  const uploads = createBodySlots(LIMITS.uploadsOpenMax, "files");
  const batches = createBodySlots(LIMITS.batchesOpenMax, "batches");
  return ({ upload, bodyLimit }) => (upload ? uploads : bodyLimit === "batch" ? batches : undefined);
}

/** RFC 9112, section 3.2: servers must accept targets in absolute form. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

function splitUrl(target: string): { path: string; queryText: string } {
  const url = target.startsWith("/") ? target : target.replace(ORIGIN, "");
  const mark = url.indexOf("?");
  return mark === -1 ? { path: url, queryText: "" } : { path: url.slice(0, mark), queryText: url.slice(mark + 1) };
}

/** SpanStatusCode.ERROR. Client errors are not errors of the server's span (OpenTelemetry HTTP conventions). */
const SPAN_ERROR = 2;

function recordOutcome(span: Span, route: string, status: number): void {
  if (!span.isRecording()) return;
  span.setAttributes({ "http.route": route, "http.response.status_code": status });
  if (status >= 500) span.setStatus({ code: SPAN_ERROR });
}

function headerOf(req: Request, name: string): string | undefined {
  const value = req.headers[name];
  return typeof value === "string" ? value : undefined;
}

/** A dry run stores nothing, so it does not use up its key. */
function isDryRun(query: unknown): boolean {
  return typeof query === "object" && query !== null && "validate_only" in query && query.validate_only === true;
}

function unknownPath(): Problem {
  return new Problem("not_found", `This path does not exist in this API. ${API_BASE_PATH}/docs lists all paths.`);
}

function methodNotAllowed(req: Request, allowed: readonly string[]): Problem {
  const Allow = allowed.join(", ");
  return new Problem("method_not_allowed", `${req.method} is not supported here. Use ${Allow}.`, {
    headers: { Allow },
  });
}
