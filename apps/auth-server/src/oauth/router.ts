import { statusOf } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import { databaseProblem } from "@skucast/db/database-problem";
import { discardBody } from "@skucast/http-kit/read-body";
import { requestIdOf } from "@skucast/http-kit/request-id";
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import { registerClient } from "../clients/register-client.js";
import type { AuthContext } from "../context.js";
import { readLanguage } from "../language/request-language.js";
import { pageErrors } from "../pages/page-errors.js";
import { allowEveryOrigin } from "./allow-every-origin.js";
import { authorize } from "./authorize.js";
import type { OAuth } from "./create-oauth.js";
import { exchangeToken } from "./exchange-token.js";
import { OAuthError } from "./oauth-error.js";
import { revokeToken } from "./revoke-token.js";
import { sendOAuthError, sendProviderResponse } from "./send-response.js";

/** The OAuth endpoints. Mount at /oauth. */
export function oauthRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(authorizeRouter(ctx, oauth));
  endpoint(router, "/token", "POST", exchangeToken(ctx, oauth), allowEveryOrigin("POST"));
  endpoint(router, "/revoke", "POST", revokeToken(oauth), allowEveryOrigin("POST"));
  endpoint(router, "/register", "POST", registerClient(ctx, oauth), allowEveryOrigin("POST"));
  endpoint(router, "/jwks", "GET", showKeys(oauth), allowEveryOrigin("GET"));
  router.use(oauthErrors(ctx));
  return router;
}

/** Routes that browsers open. Errors are shown as pages. */
function authorizeRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use("/authorize", readLanguage);
  endpoint(router, "/authorize", "GET", authorize(ctx, oauth));
  endpoint(router, "/authorize/:uid", "GET", authorize(ctx, oauth));
  router.use(pageErrors(ctx));
  return router;
}

/** The public signing keys (RFC 7517), including former ones. */
const showKeys =
  ({ callProvider }: OAuth): RequestHandler =>
  async (req, res) => {
    res.setHeader("Cache-Control", "public, max-age=300");
    sendProviderResponse(res, await callProvider({ method: "GET", path: "/oauth/jwks", ip: req.ip }));
  };

function endpoint(
  router: Router,
  path: string,
  method: "GET" | "POST",
  handler: RequestHandler,
  ...before: RequestHandler[]
): void {
  router.all(path, ...before, (req, res, next) => {
    res.locals.routeTemplate = `/oauth${path.replace(/:(\w+)/g, "{$1}")}`;
    if (req.method !== method) {
      throw new Problem("method_not_allowed", `This endpoint accepts only ${method}.`, { headers: { Allow: method } });
    }
    return handler(req, res, next);
  });
}

/** Sends errors in the form that OAuth clients read (RFC 6749, section 5.2). Internal errors reveal no details. */
function oauthErrors(ctx: AuthContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    discardBody(req);
    const answered = oauthErrorOf(error);
    if (answered.status >= 500 && !(error instanceof OAuthError)) ctx.problems.report(error, requestIdOf(req, res));
    if (error instanceof Problem) for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    sendOAuthError(res, answered);
  };
}

function oauthErrorOf(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (problem === null) return new OAuthError(500, "server_error", "the request failed");
  const status = statusOf(problem.code);
  return new OAuthError(status, status >= 500 ? "temporarily_unavailable" : "invalid_request", problem.message);
}
