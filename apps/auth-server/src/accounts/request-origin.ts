import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { requestIdOf, serverRequestIdOf } from "@skucast/http-kit/request-id";
import type { Request, Response } from "express";

const USER_AGENT_LENGTH_MAX = 300;

/** The origin of a request, as sessions and the audit log record it. */
export const requestOrigin = (req: Request, res: Response): RequestOrigin => ({
  ip: req.ip,
  userAgent: req.headers["user-agent"]?.slice(0, USER_AGENT_LENGTH_MAX),
  requestId: requestIdOf(req, res),
  serverRequestId: serverRequestIdOf(res),
});
