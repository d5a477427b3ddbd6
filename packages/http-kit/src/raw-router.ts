import type { IncomingMessage, ServerResponse } from "node:http";
import { inSpan } from "@skucast/service-kit/traces";
import express, { type Router } from "express";
import { type Client, clientOf } from "./client.js";
import { traceparentOf } from "./request-call.js";
import { requestIdOf } from "./request-id.js";

/** One request of a surface that is not a table of routes, such as MCP. */
export interface RawExchange extends Client {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** What follows the mount's path, without the query; `/` for the mount itself. */
  readonly path: string;
  readonly requestId: string;
  /** Whether the client would rather have the answer compressed (RFC 9110, section 12.5.3). */
  readonly prefersGzip: boolean;
  /** Whose request it is, for the line that the log gets. */
  readonly noteWorkspace: (workspaceId: string) => void;
}

interface RawRouterOptions {
  /** The app's name, for spans. */
  readonly tracer: string;
  /** Answers the request; a rejection becomes the origin's problem document, or breaks an answer that was begun. */
  readonly handle: (exchange: RawExchange) => Promise<void>;
}

/** Hands every request below a mount to one handler, in a span of its own that joins the caller's trace. */
export function rawRouter({ tracer, handle }: RawRouterOptions): Router {
  const router = express.Router();
  router.use((req, res) => {
    const template = req.baseUrl;
    res.locals.routeTemplate = template;
    const noteWorkspace = (workspaceId: string) => {
      res.locals.workspaceId = workspaceId;
    };
    const exchange = {
      req,
      res,
      path: req.path,
      requestId: requestIdOf(req, res),
      prefersGzip: req.acceptsEncodings("gzip", "identity") === "gzip",
      ...clientOf(req),
      noteWorkspace,
    };
    const span = { tracer, kind: "server", name: `${req.method} ${template}`, parent: traceparentOf(req) } as const;
    return inSpan(span, () => handle(exchange));
  });
  return router;
}
