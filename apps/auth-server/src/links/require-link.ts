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

const TOKEN = /^\w{20,200}$/;

/** The secret of the request's link. */
export const linkTokenOf = (req: Request): string => String(req.params.token);

/**
 * Returns the open link of a request. Throws the same 404 for an unknown, used, expired or foreign link, so that a guess
 * reveals nothing. Check the form of a POST first: it throws 409, because its browser saw the link open.
 */
export async function requireLink(ctx: PageContext, req: Request, purpose: TokenPurpose): Promise<OpenAccountToken> {
  const token = linkTokenOf(req);
  const found = TOKEN.test(token) ? await findAccountToken(ctx.db, hashToken(token), purpose, ctx.clock.now()) : null;
  if (found !== null) return found;
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.linkPerNetwork, networkOf(req.ip));
  if (waitSeconds > 0) {
    const sentence = texts().problems.manyLinks(waitingTime(waitSeconds));
    throw new Problem("rate_limited", sentence, { headers: { "Retry-After": String(waitSeconds) } });
  }
  throw req.method === "POST" ? linkUsed(purpose) : linkNotOpen(purpose);
}

/**
 * The error for a checked form whose link is no longer open: this browser saw it open, so most likely the form was sent
 * twice and the other request has succeeded. The page leads to where the person goes on.
 */
export function linkUsed(purpose: TokenPurpose): Problem {
  const next =
    purpose === "reset_password"
      ? { href: "/sign-in", text: texts().signIn.title }
      : { href: "/account", text: texts().forms.openAccount };
  return new PageProblem("conflict", texts().problems.linkUsed, next);
}

/** The error for a link that is not open. The page leads to where a person without a session can request a new one. */
export function linkNotOpen(purpose: TokenPurpose): Problem {
  const sentence = texts().problems.linkNotOpen;
  if (purpose !== "reset_password") return new Problem("not_found", sentence);
  return new PageProblem("not_found", sentence, { href: "/forgot-password", text: texts().signIn.forgot });
}
