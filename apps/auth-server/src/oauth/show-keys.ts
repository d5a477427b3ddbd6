import type { Request, Response } from "express";
import type { OAuth } from "./open-provider.js";
import { sendAnswer } from "./send-answer.js";

/** The public halves of the signing keys (RFC 7517), former ones included. */
export const showKeys =
  ({ ask }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    res.setHeader("Cache-Control", "public, max-age=300");
    sendAnswer(res, await ask({ method: "GET", path: "/oauth/jwks", ip: req.ip }));
  };
