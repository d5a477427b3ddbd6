import { LIMITS } from "@skucast/contracts/limits";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { returnQuery } from "../forms/return-path.js";
import type { CurrentSession } from "./current-session.js";
import { requireSession } from "./require-session.js";

/** How long a sign-in or a confirmation allows what is sensitive. */
const RECENT_MS = LIMITS.recentSignInMinutes * 60_000;
/** How long it allows changes of credentials: with these, a thief who copied a session could keep the account. */
export const FRESH_MS = LIMITS.credentialChangeMinutes * 60_000;

/**
 * Returns the session of the request if the person proved who they are within `withinMs`. Otherwise redirects to sign-in or to
 * the confirmation, and returns null.
 */
export async function requireRecentSession(
  ctx: AccountsContext,
  req: Request,
  res: Response,
  withinMs = RECENT_MS,
): Promise<CurrentSession | null> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return null;
  if (isRecent(ctx, session, withinMs)) return session;
  res.redirect(303, confirmationPath(req));
  return null;
}

/** Whether the person of a session proved recently who they are. */
export const isRecent = (
  { clock }: Pick<AccountsContext, "clock">,
  { authenticatedAt }: Pick<CurrentSession, "authenticatedAt">,
  withinMs = RECENT_MS,
): boolean => clock.now().getTime() - authenticatedAt.getTime() <= withinMs;

/** The page that confirms who the person is, and leads back to what they read; a form that was sent leads to the account. */
export function confirmationPath({ method, originalUrl }: Request): string {
  const isRead = method === "GET" || method === "HEAD";
  return `/account/confirm${returnQuery(isRead ? originalUrl : "/account")}`;
}
