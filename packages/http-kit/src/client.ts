import type { Request } from "express";

/** Where a request comes from, as far as can be told: for logs of who did what, never for deciding what is allowed. */
export interface Client {
  /** The caller's network address; behind proxies that are trusted, the one that they tell. */
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

export const USER_AGENT_LENGTH_MAX = 300;

/** An IPv4 address as a socket that listens on IPv6 shows it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

export function clientOf(req: Pick<Request, "ip" | "headers">): Client {
  return {
    ip: req.ip?.replace(MAPPED, ""),
    userAgent: req.headers["user-agent"]?.slice(0, USER_AGENT_LENGTH_MAX),
  };
}
