import type { IncomingMessage } from "node:http";
import { newId } from "@skucast/contracts/ids";
import type { Response } from "express";

declare global {
  namespace Express {
    interface Locals {
      /** Set once per request by `requestIdOf`. */
      requestId?: string;
      /** Set once per request by `serverRequestIdOf`. */
      serverRequestId?: string;
      /** Route template without the method, such as `/products/{sku}`; never the raw path. */
      routeTemplate?: string;
      /** When the response began, on the clock of `performance`, if its length is up to the client: see `noteStream`. */
      streamSinceMs?: number;
      workspaceId?: string;
    }
  }
}

const CLIENT_REQUEST_ID = /^[\w.-]{1,128}$/;

/**
 * The request id: the client's `Request-Id` if it is well-formed, otherwise a new one. Also sets it on the response.
 */
export function requestIdOf(req: IncomingMessage, res: Response): string {
  const known = res.locals.requestId;
  if (known !== undefined) return known;
  const sent = req.headers["request-id"];
  const requestId = typeof sent === "string" && CLIENT_REQUEST_ID.test(sent) ? sent : serverRequestIdOf(res);
  res.locals.requestId = requestId;
  if (!res.headersSent) res.setHeader("Request-Id", requestId);
  return requestId;
}

/** The id that we give the request: unique, and not chosen by the client. */
export function serverRequestIdOf(res: Pick<Response, "locals">): string {
  res.locals.serverRequestId ??= newId("req");
  return res.locals.serverRequestId;
}
