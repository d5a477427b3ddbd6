import { LIMITS } from "@skucast/contracts/limits";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { returnQuery } from "../forms/return-path.js";
import type { CurrentSession } from "./current-session.js";
import { requireSession } from "./require-session.js";

/** How long a sign-in or a confirmation allows changes of credentials. */
const RECENT_MS = LIMITS.recentSignInMinutes * 60_000;

/**
 * Returns the session of the request if the person proved recently who they are. Otherwise redirects to sign-in or to
 * the confirmation, and returns null.
 */
export async function requireRecentSession(
  ctx: AccountsContext,
  req: Request,
  res: Response,
): Promise<CurrentSession | null> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return null;
  if (ctx.clock.now().getTime() - session.authenticatedAt.getTime() <= RECENT_MS) return session;
  const returnTo = req.method === "GET" || req.method === "HEAD" ? req.originalUrl : "/account";
  res.redirect(303, `/account/confirm${returnQuery(returnTo)}`);
  return null;
}
