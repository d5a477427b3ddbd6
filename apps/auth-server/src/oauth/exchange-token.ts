import { requestIdOf, serverRequestIdOf } from "@skucast/http-kit/request-id";
import type { Request, Response } from "express";
import type { AuthContext } from "../context.js";
import type { ProviderResponse } from "./call-provider.js";
import type { OAuth } from "./create-oauth.js";
import { OAuthError } from "./oauth-error.js";
import { readParams } from "./read-params.js";
import { refreshOnce } from "./refresh-once.js";
import { rejectForStepUp } from "./reject-for-step-up.js";
import { canonicalResource, normalizeResources } from "./resource.js";
import { parseScopes } from "./scopes.js";
import { sendProviderResponse } from "./send-response.js";

/** The token endpoint (RFC 6749, section 3.2). */
export const exchangeToken =
  (ctx: AuthContext, oauth: OAuth) =>
  async (req: Request, res: Response): Promise<void> => {
    const params = withOneResource(await readParams(req), ctx.publicUrl);
    if (params.has("scope")) params.set("scope", parseScopes(params.get("scope")).join(" "));
    if (params.get("scope") === "") params.delete("scope");
    const exchange = (asked: URLSearchParams): Promise<ProviderResponse> =>
      oauth.callProvider({
        method: "POST",
        path: "/oauth/token",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
          authorization: req.headers.authorization,
          "user-agent": req.headers["user-agent"]?.slice(0, 300),
          "request-id": requestIdOf(req, res),
          "server-request-id": serverRequestIdOf(res),
        },
        body: asked.toString(),
        ip: req.ip,
      });
    const isRefresh = params.get("grant_type") === "refresh_token";
    if (isRefresh) await rejectForStepUp(ctx, params);
    sendProviderResponse(res, isRefresh ? await refreshOnce(ctx, params, exchange) : await exchange(params));
  };

/** RFC 8707: another resource is rejected here, before the provider uses up the code. */
function withOneResource(params: URLSearchParams, publicUrl: string): URLSearchParams {
  const resources = normalizeResources(params.getAll("resource"), publicUrl);
  const canonical = canonicalResource(publicUrl);
  if (resources.some((resource) => resource !== canonical)) {
    throw new OAuthError(400, "invalid_target", "this service has no such resource");
  }
  params.delete("resource");
  params.set("resource", canonical);
  return params;
}
