import { findSecondFactor } from "@skucast/db/second-factor/second-factor";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import { findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { DELAYED, forgetDelayed, takeDelayed } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { confirmIdentityPage } from "../pages/confirm-identity-page.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { confirmSingleSignOnPage } from "../pages/single-sign-on-page.js";
import { passkeyRequest, verifyPasskey } from "../passkeys/use-passkey.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import { singleSignOnFormToken } from "../single-sign-on/start-single-sign-on.js";
import { checkCode } from "./check-code.js";

const PATH = "/account/confirm";
const PASSKEY_PATH = "/account/confirm/passkey";

/** Asks the signed-in person to prove again who they are. */
export async function showConfirmIdentity(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res, { allowsSingleSignOn: true });
  if (session === null) return;
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  if (session.singleSignOnWorkspaceId === null) return answer(ctx, res, session, { returnTo });
  const formToken = singleSignOnFormToken(ctx, req, res);
  sendPage(res, { page: confirmSingleSignOnPage({ email: session.email, formToken, returnTo }) });
}

/** Confirms with the password, and with a code if the account has an authenticator app. */
export async function confirmIdentity(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, PATH);
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const factor = await findSecondFactor(ctx.db, session.userId);
  const refused = (await checkPassword(ctx, req, session)) ?? (await checkOwnCode(ctx, req, session, factor));
  if (refused !== null) {
    if (refused.waitSeconds > 0) res.setHeader("Retry-After", String(refused.waitSeconds));
    const status = refused.waitSeconds > 0 ? 429 : 422;
    return answer(ctx, res, session, { returnTo, errors: [refused.error], status });
  }
  await confirm(ctx, res, session, { hasSecondFactor: factor.isTotpEnabled, returnTo });
}

/** Confirms with a passkey of the same person. */
export async function confirmWithPasskey(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const passkey = await verifyPasskey(ctx, req, passkeyOwnerOf(session));
  if (passkey?.userId !== session.userId) {
    const message = texts().forms.errors.passkeyForeign;
    return answer(ctx, res, session, { returnTo, errors: [{ message }], status: 422 });
  }
  await confirm(ctx, res, session, { hasSecondFactor: true, returnTo });
}

interface Refusal {
  readonly error: FormError;
  readonly waitSeconds: number;
}

async function checkPassword(ctx: PageContext, req: Request, { id, userId }: CurrentSession): Promise<Refusal | null> {
  const typed = readField(req, "present_password");
  const field = "present_password";
  if (typed === "" || typed.length > PASSWORD_LENGTH_MAX * 2) {
    return { error: { field, message: texts().forms.errors.enterPassword }, waitSeconds: 0 };
  }
  const waitSeconds = await takeDelayed(ctx, DELAYED.passwordInSession, id);
  if (waitSeconds > 0) {
    const message = texts().forms.errors.manyPasswords(waitingTime(waitSeconds));
    return { error: { field, message }, waitSeconds };
  }
  const user = await findUserById(ctx.db, userId);
  if (!(await ctx.passwords.verify(typed, user?.passwordHash ?? null))) {
    return { error: { field, message: texts().forms.errors.passwordWrong }, waitSeconds: 0 };
  }
  await forgetDelayed(ctx, DELAYED.passwordInSession, id);
  return null;
}

function checkOwnCode(
  ctx: PageContext,
  req: Request,
  { userId }: CurrentSession,
  factor: Awaited<ReturnType<typeof findSecondFactor>>,
): Promise<Refusal | null> {
  if (!factor.isTotpEnabled) return Promise.resolve(null);
  return checkCode(ctx, { userId, factor, typed: readField(req, "code") });
}

async function confirm(
  ctx: PageContext,
  res: Response,
  { id, userId }: CurrentSession,
  { hasSecondFactor, returnTo }: { readonly hasSecondFactor: boolean; readonly returnTo: string | null },
): Promise<void> {
  await confirmSession(ctx.db, { id, now: ctx.clock.now(), hasSecondFactor });
  ctx.announce([id]);
  ctx.logger.info({ event: "session.confirmed", session_id: id, user_id: userId }, "identity confirmed");
  res.redirect(303, returnTo ?? "/account?done=confirmed");
}

interface ConfirmAnswer {
  readonly returnTo: string | null;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

async function answer(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  { returnTo, errors = [], status = 200 }: ConfirmAnswer,
): Promise<void> {
  const factor = await findSecondFactor(ctx.db, session.userId);
  const passkey = factor.passkeyCount === 0 ? null : passkeyRequest(ctx, passkeyOwnerOf(session));
  const page = confirmIdentityPage({
    path: PATH,
    email: session.email,
    formToken: sessionFormToken(ctx, session, PATH),
    needsCode: factor.isTotpEnabled,
    passkey: passkey && { ...passkey, path: PASSKEY_PATH },
    returnTo,
    errors,
  });
  sendPage(res, { status, hasPasskeyScript: passkey !== null, page });
}

const passkeyOwnerOf = ({ id }: CurrentSession): string => `session ${id} ${PASSKEY_PATH}`;
