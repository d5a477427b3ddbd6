import type { IncomingMessage, ServerResponse } from "node:http";
import { inSpan } from "@skucast/service-kit/traces";
import express, { type Router } from "express";
import { noteStream } from "./access-log.js";
import { type Client, clientOf } from "./client.js";
import { traceparentOf } from "./request-call.js";
import { requestIdOf } from "./request-id.js";

/** One request of an interface that is not a table of routes, such as MCP. */
export interface RawExchange extends Client {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The path after that of the mount, without the query; `/` for the mount itself. */
  readonly path: string;
  readonly requestId: string;
  /** Whether the client prefers a compressed response (RFC 9110, section 12.5.3). */
  readonly prefersGzip: boolean;
  /** Sets the workspace of the request for the access log. */
  readonly setWorkspace: (workspaceId: string) => void;
  /** See `noteStream` of the access log. */
  readonly noteStream: () => void;
}

interface RawRouterOptions {
  /** The app's name, for spans. */
  readonly tracer: string;
  /** Answers the request. A rejection becomes a problem document, or aborts a response that has started. */
  readonly handle: (exchange: RawExchange) => Promise<void>;
}

/** Passes every request below a mount to one handler, in its own span, which joins the caller's trace. */
export function createRawRouter({ tracer, handle }: RawRouterOptions): Router {
  const router = express.Router();
  router.use((req, res) => {
    const template = req.baseUrl;
    res.locals.routeTemplate = template;
    const setWorkspace = (workspaceId: string) => {
      res.locals.workspaceId = workspaceId;
    };
    const exchange = {
      req,
      res,
      path: req.path,
      requestId: requestIdOf(req, res),
      prefersGzip: req.acceptsEncodings("gzip", "identity") === "gzip",
      ...clientOf(req, res),
      setWorkspace,
      noteStream: () => noteStream(res),
    };
    const span = { tracer, kind: "server", name: `${req.method} ${template}`, parent: traceparentOf(req) } as const;
    return inSpan(span, () => handle(exchange));
  });
  return router;
}
