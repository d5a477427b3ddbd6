import { disconnectOwnGrant } from "@skucast/db/oauth/disconnect-own-grant";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import { actOrigin } from "./act-origin.js";
import type { Desk } from "./desk.js";

/** Ends what an app may do for the person: its tokens are dead everywhere. Twice is as good as once. */
export async function disconnectOwnApp(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/apps/end");
  const { db, clock, logger } = ctx;
  const [id, { userId }] = [readField(req, "app"), session];
  const ended = await disconnectOwnGrant(db, { id, userId, origin: actOrigin(req, res), now: clock.now() });
  if (ended !== null) {
    ctx.announce([id]);
    ctx.hint(ended.workspaceId, "connected_app", "audit_entry");
    logger.info({ event: "oauth.grant_ended", grant_id: id, user_id: userId, reason: "disconnected" }, "disconnected");
  }
  res.redirect(303, "/account?done=app");
}
