import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertAccountToken, spendAccountToken } from "@skucast/db/account-tokens/account-tokens";
import { resetPassword } from "@skucast/db/account-tokens/reset-password";
import { inSystem } from "@skucast/db/database";
import { findUserByEmail } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { ATTEMPT_LIMITS, resetAttempts } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { afterCredentialChange, reportCredentialChange } from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { emailError, normalizeEmail, passwordError } from "../accounts/validate-account-fields.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { visitorId } from "../forms/visitor-id.js";
import { languageMenuOf } from "../language/choose-language.js";
import { texts } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import { donePage } from "../pages/done-page.js";
import { firstProofNote } from "../pages/first-proof-note.js";
import { forgotPasswordPage } from "../pages/forgot-password-page.js";
import type { FormError } from "../pages/form-parts.js";
import { newPasswordPage } from "../pages/new-password-page.js";
import { sendPage } from "../pages/send-page.js";
import { mayMail } from "./mail-limit.js";
import { linkTokenOf, linkUsed, requireLink } from "./require-link.js";

const FORGOT_PATH = "/forgot-password";
const LINK_MINUTES = 60;

export async function showForgotPassword(ctx: PageContext, req: Request, res: Response): Promise<void> {
  answerForgot(ctx, req, res, {});
}

/**
 * Mails a link to choose a new password. The response, the rows that are written and the limits are the same for an
 * address without an account, so that no client learns which addresses have one.
 */
export async function requestPasswordReset(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), FORGOT_PATH));
  const typed = readField(req, "email");
  const email = normalizeEmail(typed);
  const message = emailError(email);
  if (message !== null) {
    return answerForgot(ctx, req, res, { email: typed, errors: [{ field: "email", message }], status: 422 });
  }
  if (await mayMail(ctx, req, { kind: "reset_password", email })) await queueReset(ctx, { req, res }, email);
  sendPage(res, {
    page: donePage({
      title: texts().signIn.checkMail,
      sentence: texts().signIn.linkSent(email, LINK_MINUTES),
      next: { path: "/sign-in", label: texts().forms.backToSignIn },
    }),
  });
}

async function queueReset(
  ctx: PageContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  email: string,
): Promise<void> {
  const user = await findUserByEmail(ctx.db, email);
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000);
  const token = newLinkToken();
  const origin = mailOrigin(requestOrigin(req, res), now);
  await inSystem(ctx.db, async (client) => {
    await insertAccountToken(client, {
      tokenHash: hashToken(token),
      purpose: "reset_password",
      userId: user?.id ?? null,
      email,
      now,
      expiresAt,
    });
    const link = { path: `/reset-password/${token}`, minutes: LINK_MINUTES };
    await queueMail(ctx, client, {
      recipient: email,
      mail: { kind: "reset_password", name: user?.name ?? "", ...link, ...origin },
      expiresAt,
      isVoid: user === null,
    });
  });
  ctx.onMailQueued();
}

/** Shows the form for the new password. Opening the link does not use it up. */
export async function showResetPassword(ctx: PageContext, req: Request, res: Response): Promise<void> {
  answerReset(ctx, req, res, await requireLink(ctx, req, "reset_password"));
}

/** Sets the new password once, ends all sessions, and mails the person. They then sign in with it. */
export async function resetOwnPassword(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), resetPathOf(req)));
  const { email, isEmailVerified } = await requireLink(ctx, req, "reset_password");
  const password = readField(req, "password");
  const message = passwordError(password, email);
  if (message !== null) {
    return answerReset(ctx, req, res, {
      email,
      isEmailVerified,
      errors: [{ field: "password", message }],
      status: 422,
    });
  }
  const passwordHash = await ctx.passwords.hash(password);
  const now = ctx.clock.now();
  const done = await inSystem(ctx.db, async (client) => {
    const link = await spendAccountToken(client, hashToken(linkTokenOf(req)), "reset_password", now);
    if (link === null) return null;
    const origin = requestOrigin(req, res);
    const { userId, name } = link;
    const account = await resetPassword(client, { userId, passwordHash, origin, now });
    const firstProof = account.wasProven ? null : { fellows: account.fellows };
    const change = { change: "password_reset", audited: { by_link: true }, firstProof, origin } as const;
    const workspaceIds = await reportCredentialChange(ctx, client, { userId, recipient: email, name, ...change });
    return { userId, account, firstProof, workspaceIds };
  });
  if (done === null) throw linkUsed("reset_password");
  afterCredentialChange(ctx, done.workspaceIds);
  ctx.announce(done.account.ended);
  for (const id of done.account.workspaceIds) ctx.hint(id, "api_key", "invitation", "pull_credential", "connected_app");
  await resetAttempts(ctx, ATTEMPT_LIMITS.signInPerAccount, email);
  ctx.logger.info({ event: "password.reset", user_id: done.userId }, "password reset by a mailed link");
  sendPage(res, {
    page: donePage({
      title: texts().signIn.passwordChanged,
      sentence: texts().signIn.passwordChangedSentence,
      more: done.firstProof && firstProofNote(done.firstProof),
      next: { path: "/sign-in", label: texts().signIn.title },
    }),
  });
}

interface FormAnswer {
  readonly email?: string;
  readonly isEmailVerified?: boolean;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answerForgot(
  ctx: PageContext,
  req: Request,
  res: Response,
  { status = 200, email, errors }: FormAnswer,
): void {
  const visitor = visitorId(ctx, req, res);
  const token = formToken(ctx, ownerOf(visitor, FORGOT_PATH));
  const languages = languageMenuOf(ctx, visitor, FORGOT_PATH);
  sendPage(res, {
    status,
    page: forgotPasswordPage({
      ...(email !== undefined && { email }),
      ...(errors && { errors }),
      formToken: token,
      mails: ctx.mails,
      languages,
    }),
  });
}

function answerReset(
  ctx: PageContext,
  req: Request,
  res: Response,
  { status = 200, email = "", isEmailVerified = true, errors = [] }: FormAnswer,
): void {
  const path = resetPathOf(req);
  const token = formToken(ctx, ownerOf(visitorId(ctx, req, res), path));
  sendPage(res, {
    status,
    page: newPasswordPage({ email, isUnproven: !isEmailVerified, errors, path, formToken: token }),
  });
}

const resetPathOf = (req: Request): string => `/reset-password/${linkTokenOf(req)}`;
const ownerOf = (visitor: string, path: string): string => `visitor ${visitor} ${path}`;
