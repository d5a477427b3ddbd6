import { endSession } from "@skucast/db/sessions/end-sessions";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { returnQuery, safeReturnTo } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { donePage } from "../pages/done-page.js";
import { sendPage } from "../pages/send-page.js";
import { signOutPage } from "../pages/sign-out-page.js";
import { currentSession } from "../sessions/current-session.js";
import { checkSessionForm, sessionFormToken } from "../sessions/require-session.js";
import { clearSessionCookie } from "../sessions/session-cookie-header.js";
import type { PageContext } from "./page-context.js";

const PATH = "/sign-out";

export async function showSignOut(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await currentSession(ctx, req);
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  if (session === null) return redirectOrConfirm(res, returnTo);
  const formToken = sessionFormToken(ctx, session, PATH);
  sendPage(res, { keepsOpener: true, page: signOutPage({ email: session.email, formToken, returnTo }) });
}

/** Ends the browser's session everywhere and deletes its cookie. Signing out twice is not an error. */
export async function signOut(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const { db, clock, logger } = ctx;
  const session = await currentSession(ctx, req);
  if (session !== null) {
    checkSessionForm(ctx, req, session, PATH);
    await endSession(db, session.userId, session.id, clock.now());
    ctx.announce([session.id]);
    logger.info({ event: "session.ended", session_id: session.id, user_id: session.userId }, "signed out");
  }
  clearSessionCookie(ctx, res);
  redirectOrConfirm(res, safeReturnTo(readField(req, "return_to"), ctx.publicUrl));
}

function redirectOrConfirm(res: Response, returnTo: string | null): void {
  if (returnTo !== null) {
    res.redirect(303, `/sign-in${returnQuery(returnTo)}`);
    return;
  }
  const { signedOut: title, signedOutSentence: sentence, signInAgain: label } = texts().signIn;
  sendPage(res, { page: donePage({ title, sentence, next: { path: "/sign-in", label } }) });
}
