import { disconnectOwnGrant } from "@skucast/db/oauth/disconnect-own-grant";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";

/**
 * Disconnects an app from the user's account and revokes its tokens everywhere. Disconnecting twice is not an error.
 */
export async function disconnectOwnApp(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/apps/end");
  const { db, clock, logger } = ctx;
  const id = readField(req, "app");
  const { userId } = session;
  const ended = await disconnectOwnGrant(db, { id, userId, origin: requestOrigin(req, res), now: clock.now() });
  if (ended !== null) {
    ctx.announce([id]);
    ctx.hint(ended.workspaceId, "connected_app", "audit_entry");
    logger.info(
      { event: "oauth.grant_ended", grant_id: id, user_id: userId, reason: "disconnected" },
      "app disconnected",
    );
  }
  res.redirect(303, "/account?done=app");
}
