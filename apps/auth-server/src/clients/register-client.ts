import { readBody } from "@skucast/http-kit/read-body";
import type { Request, Response } from "express";
import type { AuthContext } from "../context.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { OAuthError } from "../oauth/oauth-error.js";
import { sendProviderResponse } from "../oauth/send-response.js";
import { withinRate } from "../oauth/within-rate.js";
import { cleanRegistration } from "./clean-registration.js";
import { REGISTRATION_BYTES_MAX, REGISTRATION_RATE } from "./registration-limits.js";

/** Dynamic client registration (RFC 7591). It needs no authentication, so size, rate and lifetime are limited. */
export const registerClient =
  (ctx: AuthContext, { callProvider }: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const metadata = cleanRegistration(await readMetadata(req));
    await checkRegistrationRate(ctx, req.ip);
    const answer = await callProvider({
      method: "POST",
      path: "/oauth/register",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(metadata),
      ip: req.ip,
    });
    sendProviderResponse(res, answer);
  };

async function readMetadata(req: Request): Promise<unknown> {
  if (!/^application\/json(?:\s*;|$)/i.test(req.headers["content-type"] ?? "")) {
    throw new OAuthError(400, "invalid_client_metadata", "the body must be application/json");
  }
  const body = await readBody(req, REGISTRATION_BYTES_MAX);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new OAuthError(400, "invalid_client_metadata", "the body is not well-formed JSON");
  }
}

async function checkRegistrationRate(ctx: AuthContext, ip: string | undefined): Promise<void> {
  if (await withinRate(ctx, REGISTRATION_RATE, ip)) return;
  const { windowSeconds } = REGISTRATION_RATE;
  const waitSeconds = windowSeconds - (Math.floor(ctx.clock.now().getTime() / 1_000) % windowSeconds);
  throw new OAuthError(429, "temporarily_unavailable", "too many registrations; try again later", waitSeconds);
}
