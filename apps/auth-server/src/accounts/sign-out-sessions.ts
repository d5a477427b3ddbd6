import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { inSystem } from "@skucast/db/database";
import { endOtherSessions, endSession } from "@skucast/db/sessions/end-sessions";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { describeDevice } from "../sessions/describe-device.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";

/** Signs the user out of one other browser. */
export async function signOutSession(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/sessions/end");
  const { db, clock, logger } = ctx;
  const id = readField(req, "session");
  const { userId } = session;
  const now = clock.now();
  const isEnded = await inSystem(db, async (client) => {
    const ended = await endSession({ system: client }, userId, id, now);
    if (ended === null) return false;
    const details = { detail: describeDevice(ended.userAgent) };
    const origin = requestOrigin(req, res);
    await appendAccountEvent(client, { userId, action: "session_ended", details, origin, now });
    return true;
  });
  if (isEnded) {
    ctx.announce([id]);
    logger.info({ event: "session.ended", session_id: id, user_id: userId }, "signed out");
  }
  res.redirect(303, "/account?done=session");
}

/** Signs the user out of all other browsers. */
export async function signOutElsewhere(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/sessions/end-others");
  const { db, clock, logger } = ctx;
  const { userId } = session;
  const now = clock.now();
  const ended = await inSystem(db, async (client) => {
    const ids = await endOtherSessions({ system: client }, userId, session.id, now);
    if (ids.length === 0) return ids;
    const details = { count: ids.length };
    const origin = requestOrigin(req, res);
    await appendAccountEvent(client, { userId, action: "other_sessions_ended", details, origin, now });
    return ids;
  });
  ctx.announce(ended);
  logger.info({ event: "sessions.ended", count: ended.length, user_id: userId }, "signed out elsewhere");
  res.redirect(303, "/account?done=others");
}
