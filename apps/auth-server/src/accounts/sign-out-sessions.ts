import { endOtherSessions, endSession } from "@skucast/db/sessions/end-sessions";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";

/** Signs the user out of one other browser. */
export async function signOutSession(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/sessions/end");
  const { db, clock, logger } = ctx;
  const id = readField(req, "session");
  if (await endSession(db, session.userId, id, clock.now())) {
    ctx.announce([id]);
    logger.info({ event: "session.ended", session_id: id, user_id: session.userId }, "signed out");
  }
  res.redirect(303, "/account?done=session");
}

/** Signs the user out of all other browsers. */
export async function signOutElsewhere(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/sessions/end-others");
  const { db, clock, logger } = ctx;
  const ended = await endOtherSessions(db, session.userId, session.id, clock.now());
  ctx.announce(ended);
  logger.info({ event: "sessions.ended", count: ended.length, user_id: session.userId }, "signed out elsewhere");
  res.redirect(303, "/account?done=others");
}
