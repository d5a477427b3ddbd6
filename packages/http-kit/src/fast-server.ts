import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";

/**
 * An HTTP server for an express app that avoids most of express' cost per request (docs/adr/0043).
 *
 * For each request, express replaces the prototypes of req and res with its own, which discards what V8 has learnt
 * about the objects. Here the server creates req and res from classes whose prototypes already inherit from the app's,
 * and the app uses these prototypes, so that the replacement has no effect. `fast-server.test.ts` checks that this
 * server behaves like a plain one. Do not mount sub-apps (routers are fine): they would replace the prototypes again.
 */
export function createFastServer(app: Express, options: ServerOptions = {}): Server {
  class FastRequest extends IncomingMessage {}
  class FastResponse extends ServerResponse {}
  Object.setPrototypeOf(FastRequest.prototype, app.request);
  Object.setPrototypeOf(FastResponse.prototype, app.response);
  app.request = asRequest(FastRequest.prototype);
  app.response = asResponse(FastResponse.prototype);
  const server = createServer({ ...options, IncomingMessage: FastRequest, ServerResponse: FastResponse }, app);
  // Node.js caches the address on first access. Later, it would be unavailable after the client disconnects.
  return server.on("connection", (socket) => void socket.remoteAddress);
}

/** The prototype inherits from the app's request, set just before the use. */
const asRequest = (prototype: IncomingMessage): Request => prototype as Request;
const asResponse = (prototype: ServerResponse): Response => prototype as Response;
