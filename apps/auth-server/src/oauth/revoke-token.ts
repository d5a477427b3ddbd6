import { requestIdOf, serverRequestIdOf } from "@skucast/http-kit/request-id";
import type { Request, Response } from "express";
import type { OAuth } from "./create-oauth.js";
import { readParams } from "./read-params.js";
import { sendProviderResponse } from "./send-response.js";

/**
 * Token revocation (RFC 7009). Either token ends the connection. An unknown token gets the same response as a known
 * one.
 */
export const revokeToken =
  ({ callProvider }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const params = await readParams(req);
    const answer = await callProvider({
      method: "POST",
      path: "/oauth/revoke",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        authorization: req.headers.authorization,
        "user-agent": req.headers["user-agent"]?.slice(0, 300),
        "request-id": requestIdOf(req, res),
        "server-request-id": serverRequestIdOf(res),
      },
      body: params.toString(),
      ip: req.ip,
    });
    sendProviderResponse(res, answer);
  };
