import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { Service } from "@skucast/service-kit/service";
import express, { type ErrorRequestHandler, type Express, type Response, type Router } from "express";
import { type AccessOptions, createAccessRecorder } from "./access-log.js";
import { sendAnswer } from "./answer.js";
import { checkExpectation } from "./check-expectation.js";
import { checkSingleFields } from "./check-single-fields.js";
import { answerClientError } from "./client-error.js";
import { createFastServer } from "./fast-server.js";
import type { Problems } from "./problems.js";
import { discardBody } from "./read-body.js";
import { requestIdOf } from "./request-id.js";
import { createSlowRequestCheck } from "./slow-requests.js";

/** A router and its path. The longest matching path takes precedence. */
export interface Mount {
  readonly path: string;
  readonly router: Router;
  /** Used after all others, for requests that none of them handles. */
  readonly isLast?: boolean;
}

export interface HttpServerOptions extends AccessOptions {
  readonly mounts: readonly Mount[];
  /** Health and metrics, at the origin (ops-routes.ts). */
  readonly ops: Router;
  readonly problems: Problems;
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Which proxies may report the client's IP address, in the form of express' `trust proxy`. Default: none. */
  readonly trustProxy?: boolean | number | string;
  /** Called when the server has stopped to accept connections. It should end responses that have no end of their own. */
  readonly onDrain?: () => void;
  /** Time within which the body of a request must arrive, except for uploads. Default: one minute. */
  readonly bodyTimeoutMs?: number;
}

/** One HTTP origin. `drain` lets open requests finish and closes their connections; `stop` closes everything. */
export interface HttpServer extends Service {
  /** The port it listens on; throws before `start`. */
  readonly port: number;
}

/** Limits for slow clients: time within which headers and uploads must arrive. Idle and stuck connections are closed. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: LIMITS.uploadTimeoutMs,
  /** Longer than the usual 60 s of load balancers, so that they close connections first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;
const SOCKET_IDLE_MS = 120_000;
/** Time within which a body must arrive, except for uploads. */
const BODY_MS = 60_000;
const CHECKS_PER_TIMEOUT = 12;

/**
 * Creates the HTTP origin of a process: its mounts, health routes, and problem documents for unknown paths. Opens
 * nothing yet.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const openResponses = new Set<Response>();
  let isDraining = false;
  const app = createExpressApp(options, openResponses, (res) => {
    openResponses.delete(res);
    if (isDraining) server.closeIdleConnections();
  });
  // A missing Host is answered by checkSingleFields, with a problem document.
  const server = createFastServer(app, { ...TIMEOUTS, requireHostHeader: false });
  server.timeout = SOCKET_IDLE_MS;
  // Without a listener, Node.js answers 417 without a body.
  server.on("checkExpectation", app);
  server.on("clientError", answerClientError(options.problems, openResponses));
  const timeoutMs = options.bodyTimeoutMs ?? BODY_MS;
  const slow = createSlowRequestCheck({
    openResponses,
    timeoutMs,
    intervalMs: timeoutMs / CHECKS_PER_TIMEOUT,
    // Handled like Node's own timeouts.
    onSlow: ({ socket }) => server.emit("clientError", new RequestTimeoutError(), socket),
  });
  return {
    name: "http",
    get port() {
      return addressOf(server).port;
    },
    start: async () => {
      await listen(server, options);
      slow.start();
    },
    drain() {
      isDraining = true;
      for (const res of openResponses) res.shouldKeepAlive = false;
      const isClosed = closed(server);
      options.onDrain?.();
      return isClosed;
    },
    async stop() {
      slow.stop();
      server.closeAllConnections();
      if (server.listening) await closed(server);
    },
  };
}

class RequestTimeoutError extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

function createExpressApp(
  options: HttpServerOptions,
  openResponses: Set<Response>,
  onEnd: (res: Response) => void,
): Express {
  const app = express();
  app.disable("x-powered-by").set("etag", false).set("query parser", "simple");
  app.enable("case sensitive routing").set("trust proxy", options.trustProxy ?? false);
  const recordAccess = createAccessRecorder(options);
  app.use((req, res, next) => {
    requestIdOf(req, res);
    res.setHeader("X-Content-Type-Options", "nosniff");
    openResponses.add(res);
    const startedAtMs = performance.now();
    res.once("close", () => {
      onEnd(res);
      recordAccess(req, res, startedAtMs);
    });
    checkSingleFields(req);
    checkExpectation(req);
    next();
  });
  // Health and metrics have fixed paths at the origin. They take precedence over a mount at "/", but come after the
  // mounts that carry the load.
  const ops: Mount = { path: "/", router: options.ops };
  const longestFirst = [ops, ...options.mounts].sort(
    (a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false) || b.path.length - a.path.length,
  );
  for (const { path, router } of longestFirst) app.use(path, router);
  app.use(() => {
    throw new Problem("not_found", "This path does not exist.");
  });
  app.use(errorHandler(options.problems));
  return app;
}

function errorHandler(problems: Problems): ErrorRequestHandler {
  // express identifies error handlers by their four parameters.
  return (error, req, res, _next) => {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    discardBody(req);
    sendAnswer(req, res, problems.answer(problemOf(error), requestIdOf(req, res)));
  };
}

/** express and its file server report client errors by a status on the error. */
function problemOf(error: unknown): unknown {
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (error instanceof Problem || status < 400 || status >= 500) return error;
  return new Problem(status === 404 ? "not_found" : "bad_request", undefined, { cause: error });
}

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // An error here only means that it was already closed.
    server.close(() => resolve());
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the HTTP server is not listening");
  return address;
}
