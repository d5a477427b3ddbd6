import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import { findAccountToken, type OpenAccountToken, type TokenPurpose } from "@skucast/db/account-tokens/account-tokens";
import { networkOf } from "@skucast/targets/network-of";
import type { Request } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { texts } from "../language/request-language.js";
import { PageProblem } from "../pages/page-problem.js";

/** What a link is for. */
type LinkPurpose = TokenPurpose | "sign_up";

/** Whether the link sets a new password. Those of mails about changed credentials do that too. */
const setsPassword = (purpose: LinkPurpose): boolean => purpose === "reset_password" || purpose === "secure_account";

const TOKEN = /^\w{20,200}$/;

/** Whether a text has the form of a link's secret; others are not looked up. */
export const isLinkToken = (token: string): boolean => TOKEN.test(token);

/** The secret of the request's link. */
export const linkTokenOf = (req: Request): string => String(req.params.token);

/**
 * Returns the open link of a request. Throws the same 404 for an unknown, used, expired or foreign link, so that a guess
 * reveals nothing. Check the form of a POST first: it throws 409, because its browser saw the link open.
 */
export async function requireLink(ctx: PageContext, req: Request, purpose: TokenPurpose): Promise<OpenAccountToken> {
  const token = linkTokenOf(req);
  const found = isLinkToken(token) ? await findAccountToken(ctx.db, hashToken(token), purpose, ctx.clock.now()) : null;
  return found ?? refuseLink(ctx, req, purpose);
}

/** Throws the error for a link that is not open, or 429 if the network has opened too many of them. */
export async function refuseLink(ctx: PageContext, req: Request, purpose: LinkPurpose): Promise<never> {
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.linkPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    const sentence = texts().problems.manyLinks(waitingTime(waitSeconds));
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  throw req.method === "POST" ? linkUsed(purpose) : linkNotOpen(ctx, purpose);
}

/**
 * The error for a checked form whose link is no longer open: this browser saw it open, so most likely the form was sent
 * twice and the other request has succeeded. The page leads to where the person goes on.
 */
export function linkUsed(purpose: LinkPurpose): Problem {
  const next = setsPassword(purpose)
    ? { href: "/sign-in", text: texts().signIn.title }
    : { href: "/account", text: texts().forms.openAccount };
  return new PageProblem("conflict", texts().problems.linkUsed, next);
}

/** The error for a link that is not open. The page leads to where a person without a session can request a new one. */
function linkNotOpen({ signUp }: PageContext, purpose: LinkPurpose): Problem {
  const sentence = texts().problems.linkNotOpen;
  if (setsPassword(purpose)) {
    return new PageProblem("not_found", sentence, { href: "/forgot-password", text: texts().signIn.forgot });
  }
  if (purpose === "sign_up" && signUp === "open") {
    return new PageProblem("not_found", sentence, { href: "/sign-up", text: texts().signIn.signUp });
  }
  return new Problem("not_found", sentence);
}
