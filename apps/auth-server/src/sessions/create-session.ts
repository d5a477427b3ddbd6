import { newId } from "@skucast/contracts/ids";
import { hashToken, newToken } from "@skucast/credentials/token";
import { endSession } from "@skucast/db/sessions/end-sessions";
import { insertSession } from "@skucast/db/sessions/insert-session";
import { sessionExpiry } from "@skucast/db/sessions/session-life";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { currentSession } from "./current-session.js";
import { sendSessionCookie } from "./session-cookie-header.js";

export interface SessionStart {
  readonly userId: string;
  /** The initial workspace. */
  readonly workspaceId?: string;
}

/**
 * Signs a browser in with a new secret. A secret that the browser had before, or that an attacker planted, becomes
 * useless.
 */
export async function createSession(
  ctx: AccountsContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { userId, workspaceId }: SessionStart,
): Promise<void> {
  const { db, clock, logger } = ctx;
  const now = clock.now();
  const former = await currentSession(ctx, req);
  const id = newId("ses", now.getTime());
  const secret = newToken("ss");
  const { ip, userAgent, requestId } = requestOrigin(req, res);
  const expiresAt = sessionExpiry(now, now);
  const surplus = await insertSession(db, {
    id,
    secretHash: hashToken(secret),
    userId,
    workspaceId,
    ip,
    userAgent,
    now,
    expiresAt,
  });
  if (former !== null) await endSession(db, former.userId, former.id, now);
  ctx.announce(former === null ? surplus : [former.id, ...surplus]);
  sendSessionCookie(ctx, res, secret);
  logger.info({ event: "session.started", session_id: id, user_id: userId, request_id: requestId }, "signed in");
}
