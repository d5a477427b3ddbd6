import { requestIdOf } from "@skucast/http-kit/request-id";
import type { Request, Response } from "express";
import type { OAuth } from "./open-provider.js";
import { readParams } from "./read-params.js";
import { sendAnswer } from "./send-answer.js";

/** Token revocation (RFC 7009): either token ends the connection; an unknown one is answered like a known one. */
export const revokeToken =
  ({ ask }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const params = await readParams(req);
    const answer = await ask({
      method: "POST",
      path: "/oauth/revoke",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        authorization: req.headers.authorization,
        "user-agent": req.headers["user-agent"]?.slice(0, 300),
        "request-id": requestIdOf(req, res),
      },
      body: params.toString(),
      ip: req.ip,
    });
    sendAnswer(res, answer);
  };
