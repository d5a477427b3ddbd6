import type { Request, Response } from "express";
import { serverRequestIdOf } from "./request-id.js";

/** The origin of a request as far as it is known. For audit and logs only, never for access decisions. */
export interface Client {
  /** The id that we gave the request. The client may have chosen the one in the response. */
  readonly serverRequestId: string;
  /** The IP address of the client. Behind trusted proxies, the one that they report. */
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

export const USER_AGENT_LENGTH_MAX = 300;

/** An IPv4 address mapped into IPv6, as dual-stack sockets report it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

export function clientOf(req: Pick<Request, "ip" | "headers">, res: Pick<Response, "locals">): Client {
  return {
    serverRequestId: serverRequestIdOf(res),
    ip: req.ip?.replace(MAPPED, ""),
    userAgent: req.headers["user-agent"]?.slice(0, USER_AGENT_LENGTH_MAX),
  };
}
