import { statusOf } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import { databaseProblem } from "@skucast/db/database-problem";
import { dropBody } from "@skucast/http-kit/read-body";
import { requestIdOf } from "@skucast/http-kit/request-id";
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import { registerClient } from "../clients/register-client.js";
import type { AuthContext } from "../context.js";
import { pageErrors } from "../pages/page-errors.js";
import { allowEveryOrigin } from "./allow-every-origin.js";
import { authorize } from "./authorize.js";
import { exchangeToken } from "./exchange-token.js";
import type { OAuth } from "./open-provider.js";
import { OAuthRefusal } from "./refusal.js";
import { revokeToken } from "./revoke-token.js";
import { sendRefusal } from "./send-answer.js";
import { showKeys } from "./show-keys.js";

/** The endpoints of OAuth, to be mounted at /oauth. */
export function oauthRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(authorizeRouter(ctx, oauth));
  endpoint(router, "/token", "POST", exchangeToken(ctx, oauth), allowEveryOrigin("POST"));
  endpoint(router, "/revoke", "POST", revokeToken(oauth), allowEveryOrigin("POST"));
  endpoint(router, "/register", "POST", registerClient(ctx, oauth), allowEveryOrigin("POST"));
  endpoint(router, "/jwks", "GET", showKeys(oauth), allowEveryOrigin("GET"));
  router.use(refuse(ctx));
  return router;
}

/** What browsers open is answered with pages, also when it fails. */
function authorizeRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  endpoint(router, "/authorize", "GET", authorize(ctx, oauth));
  endpoint(router, "/authorize/:uid", "GET", authorize(ctx, oauth));
  router.use(pageErrors(ctx));
  return router;
}

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
      throw new Problem("method_not_allowed", `This endpoint takes ${method}.`, { headers: { Allow: method } });
    }
    return handler(req, res, next);
  });
}

/** Refusals in the form that OAuth clients read (RFC 6749, section 5.2); a failure says no more than that it is one. */
function refuse(ctx: AuthContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    dropBody(req);
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof OAuthRefusal)) ctx.problems.report(error, requestIdOf(req, res));
    if (error instanceof Problem) for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    sendRefusal(res, refusal);
  };
}

function refusalOf(error: unknown): OAuthRefusal {
  if (error instanceof OAuthRefusal) return error;
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (problem === null) return new OAuthRefusal(500, "server_error", "the request failed");
  const status = statusOf(problem.code);
  return new OAuthRefusal(status, status >= 500 ? "temporarily_unavailable" : "invalid_request", problem.message);
}
