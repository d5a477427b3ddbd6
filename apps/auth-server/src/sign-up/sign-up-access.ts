import { Problem } from "@skucast/contracts/problem";
import { hashToken } from "@skucast/credentials/token";
import type { OpenInvitation } from "@skucast/db/invitations/find-invitation";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { requireOpenInvitation } from "../accounts/require-open-invitation.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { readField } from "../forms/read-field.js";
import { returnQuery, safeReturnTo } from "../forms/return-path.js";
import { languageMenuOf } from "../language/choose-language.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import type { LanguageMenu } from "../pages/language-menu.js";

const PATH = "/sign-up";

/** How a user may sign up: with an invitation, or without one where sign-up is open. */
export interface SignUpAccess {
  /** The secret of the invitation; empty without one. */
  readonly token: string;
  readonly invitation: OpenInvitation | null;
  readonly returnTo: string | null;
}

/** The access that the query of the page asks for. Throws 404 for an invitation that is not open, 403 if one is required. */
export const requestedAccess = (ctx: PageContext, req: Request): Promise<SignUpAccess> =>
  signUpAccess(ctx, req, { token: req.query.invitation, returnTo: req.query.return_to });

/** The access that the submitted form asks for, with the same errors. */
export const submittedAccess = (ctx: PageContext, req: Request): Promise<SignUpAccess> =>
  signUpAccess(ctx, req, { token: readField(req, "invitation"), returnTo: readField(req, "return_to") });

async function signUpAccess(
  ctx: PageContext,
  req: Request,
  { token, returnTo }: { readonly token: unknown; readonly returnTo: unknown },
): Promise<SignUpAccess> {
  if (typeof token === "string" && token !== "") {
    return { token, invitation: await requireOpenInvitation(ctx, req, token), returnTo: null };
  }
  if (ctx.signUp === "open") {
    return { token: "", invitation: null, returnTo: safeReturnTo(returnTo, ctx.publicUrl) };
  }
  throw new Problem("forbidden", texts().problems.needsInvitation);
}

/** The stored form of the invitation's secret; null without one. */
export const invitationHashOf = ({ token, invitation }: SignUpAccess): Buffer | null =>
  invitation === null ? null : hashToken(token);

/**
 * Counts a sign-up of the request's network. Returns the error of the form, and says in a header how long to wait, if
 * there were too many; null otherwise.
 */
export async function tooManySignUps(ctx: PageContext, req: Request, res: Response): Promise<FormError | null> {
  const waitSeconds = await checkAttemptLimit(ctx, ATTEMPT_LIMITS.signUpPerNetwork, networkOf(req.ip));
  if (waitSeconds === 0) return null;
  res.setHeader("Retry-After", String(waitSeconds));
  return { message: texts().forms.errors.manySignUps(waitingTime(waitSeconds)) };
}

/** Who the first form of a sign-up belongs to. */
export const signUpOwnerOf = (visitor: string): string => `visitor ${visitor} ${PATH}`;

/** The language menu of the first page, which keeps its invitation or return path. */
export function signUpLanguages(ctx: PageContext, visitor: string, access: SignUpAccess): LanguageMenu {
  const { invitation, token, returnTo } = access;
  const query = invitation === null ? returnQuery(returnTo) : `?invitation=${encodeURIComponent(token)}`;
  return languageMenuOf(ctx, visitor, `${PATH}${query}`);
}
