import type { SignInMethod } from "@skucast/contracts/accounts/account-actions";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { hashToken, newToken } from "@skucast/credentials/token";
import { endSession } from "@skucast/db/sessions/end-sessions";
import { insertSession } from "@skucast/db/sessions/insert-session";
import { sessionExpiry } from "@skucast/db/sessions/session-life";
import type { ProviderClient } from "@skucast/db/single-sign-on/find-provider";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { texts } from "../language/request-language.js";
import { currentSession } from "./current-session.js";
import { rememberDevice } from "./device-cookie.js";
import { sendSessionCookie } from "./session-cookie-header.js";

export interface SessionStart {
  readonly userId: string;
  /** As it is stored. The device becomes known to this account. */
  readonly email: string;
  /** The initial workspace. */
  readonly workspaceId?: string;
  /** How the person proved who they are. Undefined where they signed up, or go on with a new secret. */
  readonly method?: SignInMethod;
  /** Whether the person passed a second factor, or used a passkey that verified them. Default: no. */
  readonly hasSecondFactor?: boolean;
  /** The identity provider that vouched for the person; undefined if they used their own credentials. */
  readonly singleSignOn?: ProviderClient;
  /** When the person last proved who they are. Default: now. */
  readonly authenticatedAt?: Date;
}

/**
 * Signs a browser in with a new secret. A secret that the browser had before, or that an attacker planted, becomes
 * useless. Throws conflict if the settings of the single sign-on changed meanwhile.
 */
export async function createSession(
  ctx: AccountsContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  { userId, email, workspaceId, method, hasSecondFactor = false, singleSignOn, authenticatedAt }: SessionStart,
): Promise<void> {
  const { db, clock, logger } = ctx;
  const now = clock.now();
  const former = await currentSession(ctx, req);
  const id = newId("ses", now.getTime());
  const secret = newToken("ss");
  const { ip, userAgent, requestId } = requestOrigin(req, res);
  const expiresAt = sessionExpiry(now, now, singleSignOn !== undefined);
  const surplus = await insertSession(db, {
    id,
    secretHash: hashToken(secret),
    userId,
    workspaceId,
    ip,
    userAgent,
    now,
    expiresAt,
    method,
    hasSecondFactor,
    singleSignOn,
    authenticatedAt,
  });
  if (surplus === null) throw new Problem("conflict", texts().problems.singleSignOnChanged);
  if (former !== null) await endSession(db, former.userId, former.id, now);
  ctx.announce(former === null ? surplus : [former.id, ...surplus]);
  sendSessionCookie(ctx, res, secret);
  // A device is known to an account when the person proved themselves on it, not when a provider vouched for them.
  if (singleSignOn === undefined) await rememberDevice(ctx, req, res, email);
  logger.info({ event: "session.started", session_id: id, user_id: userId, request_id: requestId }, "signed in");
}
