import { inSystem } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { findSecondFactor, type SecondFactor } from "@skucast/db/second-factor/second-factor";
import { confirmSession } from "@skucast/db/sessions/confirm-session";
import { findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { DELAYED, forgetDelayed, takeDelayed } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { PASSWORD_LENGTH_MAX } from "../accounts/validate-account-fields.js";
import { waitingTime } from "../accounts/waiting-time.js";
import { leadsToConsent } from "../connect/confirm-first.js";
import { readField } from "../forms/read-field.js";
import { safeReturnTo } from "../forms/return-path.js";
import { texts } from "../language/request-language.js";
import { type ConfirmIdentityModel, confirmIdentityPage } from "../pages/confirm-identity-page.js";
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
/** The value of `factor` where what the person wants to do needs a second factor. */
const REQUIRED = "required";

/** Asks the signed-in person to prove again who they are. */
export async function showConfirmIdentity(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res, { allowsSingleSignOn: true });
  if (session === null) return;
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  const needsFactor = req.query.factor === REQUIRED;
  if (session.singleSignOnWorkspaceId === null) return answer(ctx, res, session, { returnTo, needsFactor });
  const formToken = singleSignOnFormToken(ctx, req, res);
  const page = confirmSingleSignOnPage({ email: session.email, formToken, returnTo });
  sendPage(res, { keepsOpener: leadsToConsent(returnTo), page });
}

/**
 * Confirms with the password, and with a code if the account has an authenticator app. Where a second factor is needed, a
 * recovery code replaces a passkey that was lost.
 */
export async function confirmIdentity(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, PATH);
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const needsFactor = readField(req, "factor") === REQUIRED;
  const factor = await findSecondFactor(ctx.db, session.userId);
  const hasSecondFactor = factor.isTotpEnabled || (needsFactor && factor.recoveryCodeCount > 0);
  const origin = requestOrigin(req, res);
  const refused =
    (await checkPassword(ctx, req, session)) ??
    (hasSecondFactor ? await checkOwnCode(ctx, req, session, { factor, origin }) : null);
  if (refused !== null) {
    if (refused.waitSeconds > 0) res.setHeader("Retry-After", String(refused.waitSeconds));
    const status = refused.waitSeconds > 0 ? 429 : 422;
    return answer(ctx, res, session, { returnTo, needsFactor, errors: [refused.error], status });
  }
  await confirm(ctx, res, session, { hasSecondFactor, returnTo });
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
  { id: place, userId }: CurrentSession,
  { factor, origin }: { readonly factor: SecondFactor; readonly origin: RequestOrigin },
): Promise<Refusal | null> {
  return checkCode(ctx, { userId, factor, typed: readField(req, "code"), origin, place });
}

async function confirm(
  ctx: PageContext,
  res: Response,
  { id, userId }: CurrentSession,
  { hasSecondFactor, returnTo }: { readonly hasSecondFactor: boolean; readonly returnTo: string | null },
): Promise<void> {
  const proof = { id, userId, now: ctx.clock.now(), hasSecondFactor };
  await inSystem(ctx.db, (client) => confirmSession(client, proof));
  ctx.announce([id]);
  ctx.logger.info({ event: "session.confirmed", session_id: id, user_id: userId }, "identity confirmed");
  res.redirect(303, returnTo ?? "/account?done=confirmed");
}

interface ConfirmAnswer {
  readonly returnTo: string | null;
  /** Whether what the person wants to do needs a second factor. */
  readonly needsFactor?: boolean;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

async function answer(
  ctx: PageContext,
  res: Response,
  session: CurrentSession,
  { returnTo, needsFactor = false, errors = [], status = 200 }: ConfirmAnswer,
): Promise<void> {
  const factor = await findSecondFactor(ctx.db, session.userId);
  const passkey = factor.passkeyCount === 0 ? null : passkeyRequest(ctx, passkeyOwnerOf(session));
  const page = confirmIdentityPage({
    path: PATH,
    email: session.email,
    formToken: sessionFormToken(ctx, session, PATH),
    ...proofsOf(factor, { needsFactor, hasPasskey: passkey !== null }),
    passkey: passkey && { ...passkey, path: PASSKEY_PATH },
    returnTo,
    errors,
  });
  sendPage(res, { status, keepsOpener: leadsToConsent(returnTo), hasPasskeyScript: passkey !== null, page });
}

/** What a person enters next to, or instead of, a passkey. */
function proofsOf(
  { isTotpEnabled, recoveryCodeCount }: SecondFactor,
  { needsFactor, hasPasskey }: { readonly needsFactor: boolean; readonly hasPasskey: boolean },
): Pick<ConfirmIdentityModel, "code" | "needsPasskey"> {
  if (isTotpEnabled) return { code: "any", needsPasskey: false };
  return { code: needsFactor && recoveryCodeCount > 0 ? "recovery" : null, needsPasskey: needsFactor && hasPasskey };
}

const passkeyOwnerOf = ({ id }: CurrentSession): string => `session ${id} ${PASSKEY_PATH}`;
