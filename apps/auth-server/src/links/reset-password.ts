import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import {
  insertAccountToken,
  type OpenAccountToken,
  spendAccountToken,
} from "@skucast/db/account-tokens/account-tokens";
import { resetPassword } from "@skucast/db/account-tokens/reset-password";
import { findAddedFactors, findUndoStart, removeAddedFactors } from "@skucast/db/account-tokens/undo-factors";
import { inSystem } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { findUserByEmail } from "@skucast/db/users/find-user";
import { html } from "@skucast/http-kit/html";
import type { Request, Response } from "express";
import { ATTEMPT_LIMITS, resetAttempts } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import {
  afterCredentialChange,
  recordCredentialChange,
  reportCredentialChange,
} from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { emailError, normalizeEmail, passwordError } from "../accounts/validate-account-fields.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { visitorId } from "../forms/visitor-id.js";
import { languageMenuOf } from "../language/choose-language.js";
import { texts } from "../language/request-language.js";
import { mailOrigin } from "../mails/mail-origin.js";
import { queueMail } from "../mails/queue-mail.js";
import { addedFactorsList } from "../pages/added-factors.js";
import { donePage } from "../pages/done-page.js";
import { firstProofNote } from "../pages/first-proof-note.js";
import { forgotPasswordPage } from "../pages/forgot-password-page.js";
import type { FormError } from "../pages/form-parts.js";
import { newPasswordPage } from "../pages/new-password-page.js";
import { AGAIN_FIELD, sendAgainForm } from "../pages/send-again-form.js";
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
  const owner = ownerOf(visitorId(ctx, req, res), FORGOT_PATH);
  checkForm(ctx, req, owner);
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
      more: sendAgainForm({
        path: FORGOT_PATH,
        formToken: formToken(ctx, owner),
        fields: { email },
        isAgain: readField(req, AGAIN_FIELD) !== "",
      }),
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

/**
 * A link that sets a new password: one that the person asked for, or one of a mail about changed credentials, which also
 * removes the second factors that were added since.
 */
type NewPasswordPurpose = "reset_password" | "secure_account";

const FOLDERS = { reset_password: "/reset-password", secure_account: "/secure-account" } as const;

/** The page and the form of a link that sets a new password. Opening the link does not use it up. */
export const newPasswordHandlers = (purpose: NewPasswordPurpose) => ({
  get: async (ctx: PageContext, req: Request, res: Response) => {
    const link = await requireLink(ctx, req, purpose);
    await answerReset(ctx, req, res, { ...link, purpose });
  },
  post: (ctx: PageContext, req: Request, res: Response) => setPassword(ctx, req, res, purpose),
});

/** Sets the new password once, ends all sessions and connected apps, and mails the person. They then sign in with it. */
async function setPassword(ctx: PageContext, req: Request, res: Response, purpose: NewPasswordPurpose): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), resetPathOf(req, purpose)));
  const link = await requireLink(ctx, req, purpose);
  const password = readField(req, "password");
  const message = passwordError(password, link.email);
  if (message !== null) {
    const errors = [{ field: "password", message }];
    return answerReset(ctx, req, res, { ...link, purpose, errors, status: 422 });
  }
  const passwordHash = await ctx.passwords.hash(password);
  const origin = requestOrigin(req, res);
  const done = await useLink(ctx, linkTokenOf(req), { ...link, purpose, passwordHash, origin });
  if (done === null) throw linkUsed(purpose);
  afterCredentialChange(ctx, done.workspaceIds);
  ctx.announce(done.account.ended);
  for (const id of done.account.workspaceIds) ctx.hint(id, "api_key", "invitation", "pull_credential", "connected_app");
  await resetAttempts(ctx, ATTEMPT_LIMITS.signInPerAccount, link.email);
  const event = purpose === "reset_password" ? "password.reset" : "account.secured";
  ctx.logger.info({ event, user_id: link.userId }, "password reset by a mailed link");
  sendPage(res, {
    page: donePage({
      title: texts().signIn.passwordChanged,
      sentence: texts().signIn.passwordChangedSentence,
      more: [
        done.removed && addedFactorsList(texts().signIn.addedRemoved, done.removed),
        done.firstProof ? firstProofNote(done.firstProof) : html`<p>${texts().signIn.keysKept}</p>`,
      ],
      next: { path: "/sign-in", label: texts().signIn.title },
    }),
  });
}

interface LinkUse {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly purpose: NewPasswordPurpose;
  readonly passwordHash: string;
  readonly origin: RequestOrigin;
}

/** Null if the link is no longer open. */
function useLink(ctx: PageContext, token: string, use: LinkUse) {
  const { userId, email: recipient, name, purpose, passwordHash, origin } = use;
  const now = ctx.clock.now();
  return inSystem(ctx.db, async (client) => {
    const since = purpose === "secure_account" ? await findUndoStart(client, userId, now) : null;
    if ((await spendAccountToken(client, hashToken(token), purpose, now)) === null) return null;
    const removed = since && (await removeAddedFactors(client, userId, since));
    const account = await resetPassword(client, { userId, passwordHash, origin, now });
    const firstProof = account.wasProven ? null : { fellows: account.fellows };
    const audited = { by_link: true };
    for (const { name: detail } of removed?.passkeys ?? [])
      await recordCredentialChange(client, { userId, change: "passkey_removed", detail, audited, origin, now });
    if (removed?.authenticatorAt)
      await recordCredentialChange(client, { userId, change: "authenticator_removed", audited, origin, now });
    const change = { change: "password_reset", audited, firstProof, origin, now } as const;
    const workspaceIds = await reportCredentialChange(ctx, client, { userId, recipient, name, ...change });
    return { account, removed, firstProof, workspaceIds };
  });
}

interface FormAnswer {
  readonly email?: string;
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

interface ResetAnswer extends OpenAccountToken {
  readonly purpose: NewPasswordPurpose;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

async function answerReset(
  ctx: PageContext,
  req: Request,
  res: Response,
  { userId, email, isEmailVerified, purpose, status = 200, errors = [] }: ResetAnswer,
): Promise<void> {
  const path = resetPathOf(req, purpose);
  const token = formToken(ctx, ownerOf(visitorId(ctx, req, res), path));
  const { system } = ctx.db;
  const since = purpose === "secure_account" ? await findUndoStart(system, userId, ctx.clock.now()) : null;
  const added = since && { since, factors: await findAddedFactors(system, userId, since) };
  sendPage(res, {
    status,
    page: newPasswordPage({ email, isUnproven: !isEmailVerified, added, errors, path, formToken: token }),
  });
}

const resetPathOf = (req: Request, purpose: NewPasswordPurpose): string => `${FOLDERS[purpose]}/${linkTokenOf(req)}`;
const ownerOf = (visitor: string, path: string): string => `visitor ${visitor} ${path}`;
