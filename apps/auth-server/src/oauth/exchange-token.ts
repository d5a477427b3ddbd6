import { requestIdOf } from "@skucast/http-kit/request-id";
import type { Request, Response } from "express";
import type { AuthContext } from "../context.js";
import type { ProviderAnswer } from "./ask-provider.js";
import type { OAuth } from "./open-provider.js";
import { readParams } from "./read-params.js";
import { refreshOnce } from "./refresh-once.js";
import { OAuthRefusal } from "./refusal.js";
import { refuseForStepUp } from "./refuse-for-step-up.js";
import { canonicalResource, normaliseResources } from "./resource.js";
import { scopesIn } from "./scopes.js";
import { sendAnswer } from "./send-answer.js";

/** The token endpoint (RFC 6749, section 3.2). */
export const exchangeToken =
  (ctx: AuthContext, oauth: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const params = withOneResource(await readParams(req), ctx.publicUrl);
    if (params.has("scope")) params.set("scope", scopesIn(params.get("scope")).join(" "));
    if (params.get("scope") === "") params.delete("scope");
    const exchange = (asked: URLSearchParams): Promise<ProviderAnswer> =>
      oauth.ask({
        method: "POST",
        path: "/oauth/token",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
          authorization: req.headers.authorization,
          "user-agent": req.headers["user-agent"]?.slice(0, 300),
          "request-id": requestIdOf(req, res),
        },
        body: asked.toString(),
        ip: req.ip,
      });
    const isRefresh = params.get("grant_type") === "refresh_token";
    if (isRefresh) await refuseForStepUp(ctx, params);
    sendAnswer(res, isRefresh ? await refreshOnce(ctx, params, exchange) : await exchange(params));
  };

/** RFC 8707: another resource is refused here, before the provider uses the code up. */
function withOneResource(params: URLSearchParams, publicUrl: string): URLSearchParams {
  const resources = normaliseResources(params.getAll("resource"), publicUrl);
  const canonical = canonicalResource(publicUrl);
  if (resources.some((resource) => resource !== canonical)) {
    throw new OAuthRefusal(400, "invalid_target", "this service has no such resource");
  }
  params.delete("resource");
  params.set("resource", canonical);
  return params;
}
