import { Problem } from "@skucast/contracts/problem";
import { listReachedWorkspaces } from "@skucast/db/memberships/list-memberships";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import type { AuthContext } from "../context.js";
import { readForm } from "../forms/read-form.js";
import { readLanguage, texts } from "../language/request-language.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { pageErrors } from "../pages/page-errors.js";
import { currentSession } from "../sessions/current-session.js";
import { isRecent } from "../sessions/require-recent-session.js";
import { confirmFirst } from "./confirm-first.js";
import type { ConsentParts } from "./consent-model.js";
import { decideRequest } from "./decide-request.js";
import { loadConnectRequest } from "./load-connect-request.js";
import { showConsent } from "./show-consent.js";

/** The consent page, after a recent sign-in: a connection lasts a year. Mount at /connect. */
export function connectRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(readLanguage);
  const signedIn =
    (answer: (parts: ConsentParts, req: Request, res: Response) => void | Promise<void>): RequestHandler =>
    async (req, res) => {
      const parts = await partsOf(req, res);
      if (parts !== null) await answer(parts, req, res);
    };

  /** Loads the request and the signed-in user. Redirects to sign-in and returns null if no one is signed in. */
  async function partsOf(req: Request, res: Response): Promise<ConsentParts | null> {
    res.locals.routeTemplate = "/connect/{uid}";
    const request = await loadConnectRequest(ctx, oauth, req);
    const session = await currentSession(ctx, req);
    if (session !== null) {
      return { session, request, memberships: await listReachedWorkspaces(ctx.db, session.id) };
    }
    res.setHeader("Cache-Control", "no-store");
    res.redirect(303, `/sign-in?return_to=${encodeURIComponent(request.path)}`);
    return null;
  }

  router.get(
    "/:uid",
    signedIn((parts, _req, res) =>
      isRecent(ctx, parts.session) ? showConsent(ctx, res, parts) : confirmFirst(res, parts.request.path),
    ),
  );
  router.post(
    "/:uid",
    readForm(),
    signedIn((parts, req, res) => decideRequest(ctx, oauth, parts, req, res)),
  );
  router.use(() => {
    throw new Problem("not_found", texts().problems.noPage);
  });
  router.use(pageErrors(ctx));
  return router;
}
