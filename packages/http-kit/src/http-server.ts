import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { Service } from "@skucast/service-kit/service";
import express, { type ErrorRequestHandler, type Express, type Response, type Router } from "express";
import { type AccessOptions, accessRecorder } from "./access-log.js";
import { sendAnswer } from "./answer.js";
import { answerClientError } from "./client-error.js";
import { createFastServer } from "./fast-server.js";
import type { Problems } from "./problems.js";
import { dropBody } from "./read-body.js";
import { requestIdOf } from "./request-id.js";
import { watchSlowRequests } from "./slow-requests.js";

/** A router and the path below which it answers. The longest path that fits is asked first. */
export interface Mount {
  readonly path: string;
  readonly router: Router;
  /** Asked after all others, for what none of them knows. */
  readonly isLast?: boolean;
}

export interface HttpServerOptions extends AccessOptions {
  readonly mounts: readonly Mount[];
  /** Health and metrics, at the origin (ops-routes.ts). */
  readonly ops: Router;
  readonly problems: Problems;
  readonly host: string;
  /** 0 means any free one. */
  readonly port: number;
  /** Which proxies may tell the client's address, as express' `trust proxy` has it. Default: none. */
  readonly trustProxy?: boolean | number | string;
  /** Time in which a request that is no upload must have arrived. Default a minute. */
  readonly bodyTimeoutMs?: number;
}

/** One HTTP origin. `drain` lets the requests in hand finish and closes their connections; `stop` closes everything. */
export interface HttpServer extends Service {
  /** The port it listens on; throws before `start`. */
  readonly port: number;
}

/** Slow clients: headers must arrive in this time, uploads too. Idle and stuck connections are closed. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: LIMITS.uploadTimeoutMs,
  /** Longer than the 60 s for which load balancers keep connections, so that they close first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;
const SOCKET_IDLE_MS = 120_000;
/** What is no upload must arrive in this time. */
const BODY_MS = 60_000;
const LOOKS_PER_TIMEOUT = 12;

/** The origin of one process: its mounts, health, and problem documents for whatever else is asked. Opens nothing yet. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const inHand = new Set<Response>();
  let isDraining = false;
  const app = createExpressApp(options, inHand, (res) => {
    inHand.delete(res);
    if (isDraining) server.closeIdleConnections();
  });
  const server = createFastServer(app, TIMEOUTS);
  server.timeout = SOCKET_IDLE_MS;
  server.on("clientError", answerClientError(options.problems));
  const timeoutMs = options.bodyTimeoutMs ?? BODY_MS;
  const slow = watchSlowRequests({
    inHand,
    timeoutMs,
    intervalMs: timeoutMs / LOOKS_PER_TIMEOUT,
    // The same way out as Node's own time limits have.
    onSlow: ({ socket }) => server.emit("clientError", new TooSlow(), socket),
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
      for (const res of inHand) res.shouldKeepAlive = false;
      return closed(server);
    },
    async stop() {
      slow.stop();
      server.closeAllConnections();
      if (server.listening) await closed(server);
    },
  };
}

class TooSlow extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

function createExpressApp(options: HttpServerOptions, inHand: Set<Response>, onEnd: (res: Response) => void): Express {
  const app = express();
  app.disable("x-powered-by").set("etag", false).set("query parser", "simple");
  app.enable("case sensitive routing").set("trust proxy", options.trustProxy ?? false);
  const recordAccess = accessRecorder(options);
  app.use((req, res, next) => {
    requestIdOf(req, res);
    res.setHeader("X-Content-Type-Options", "nosniff");
    inHand.add(res);
    const startedAtMs = performance.now();
    res.once("close", () => {
      onEnd(res);
      recordAccess(req, res, startedAtMs);
    });
    next();
  });
  // Health and metrics are whole paths at the origin: asked before a mount at "/", and after those that carry the load.
  const ops: Mount = { path: "/", router: options.ops };
  const longestFirst = [ops, ...options.mounts].sort(
    (a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false) || b.path.length - a.path.length,
  );
  for (const { path, router } of longestFirst) app.use(path, router);
  app.use(() => {
    throw new Problem("not_found", "There is nothing at this path.");
  });
  app.use(refuse(options.problems));
  return app;
}

function refuse(problems: Problems): ErrorRequestHandler {
  // express knows an error handler by its four parameters.
  return (error, req, res, _next) => {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    dropBody(req);
    sendAnswer(req, res, problems.answer(refusalOf(error), requestIdOf(req, res)));
  };
}

/** Express and its file server tell what a client did wrong by a status on the error. */
function refusalOf(error: unknown): unknown {
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
    // An error here says only that it was closed before.
    server.close(() => resolve());
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the HTTP server does not listen");
  return address;
}
