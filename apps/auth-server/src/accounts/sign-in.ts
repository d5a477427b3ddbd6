import { findSecondFactor } from "@skucast/db/second-factor/second-factor";
import { findUserByEmail, type UserRow } from "@skucast/db/users/find-user";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { checkForm } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingPath, safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { askForCode } from "../second-factor/ask-for-code.js";
import { currentSession } from "../sessions/current-session.js";
import { knownDevice } from "../sessions/device-cookie.js";
import { answerSignIn, signInOwnerOf } from "./answer-sign-in.js";
import { completeSignIn } from "./complete-sign-in.js";
import { countSignIn } from "./count-sign-in.js";
import type { PageContext } from "./page-context.js";
import { emailError, normalizeEmail, PASSWORD_LENGTH_MAX } from "./validate-account-fields.js";
import { waitingTime } from "./waiting-time.js";

/** Shows the sign-in page. A user who is already signed in is redirected. */
export async function showSignIn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  if ((await currentSession(ctx, req)) !== null) res.redirect(303, landingPath(returnTo));
  else answerSignIn(ctx, req, res, { returnTo });
}

/**
 * Signs a user in. A failure does not reveal whether the email address or the password was wrong, neither by its
 * message nor by its duration.
 */
export async function signIn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, signInOwnerOf(visitorId(ctx, req, res)));
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const typed = readField(req, "email");
  const password = readField(req, "password");
  const email = normalizeEmail(typed);
  const errors = validateForm(email, password);
  if (errors.length > 0) return answerSignIn(ctx, req, res, { returnTo, email: typed, errors, status: 422 });
  const { waitSeconds, succeeded } = await countSignIn(ctx, {
    email,
    network: networkOf(req.ip),
    device: await knownDevice(ctx, req, email),
  });
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return answerSignIn(ctx, req, res, { returnTo, email: typed, errors: [tooManyAttempts(waitSeconds)], status: 429 });
  }
  const user = await authenticateUser(ctx, email, password);
  if (user === null) {
    ctx.logger.info({ event: "sign_in.refused", request_id: res.locals.requestId }, "sign-in refused");
    return answerSignIn(ctx, req, res, { returnTo, email: typed, errors: [wrongCredentials()], status: 422 });
  }
  await succeeded();
  const { isTotpEnabled } = await findSecondFactor(ctx.db, user.id);
  if (isTotpEnabled) return askForCode(ctx, req, res, { user, returnTo });
  await completeSignIn(ctx, { req, res }, { user, method: "password", returnTo });
}

const wrongCredentials = (): FormError => ({ message: texts().forms.errors.credentialsWrong });
const tooManyAttempts = (waitSeconds: number): FormError => ({
  message: texts().forms.errors.manySignIns(waitingTime(waitSeconds)),
});

function validateForm(email: string, password: string): FormError[] {
  const message = emailError(email);
  return [
    ...(message === null ? [] : [{ field: "email", message }]),
    ...(password === "" ? [{ field: "password", message: texts().forms.errors.enterPassword }] : []),
    ...(password.length > PASSWORD_LENGTH_MAX * 2
      ? [{ field: "password", message: texts().forms.errors.passwordTooLong }]
      : []),
  ];
}

async function authenticateUser(ctx: PageContext, email: string, password: string): Promise<UserRow | null> {
  const user = await findUserByEmail(ctx.db, email);
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  return isRight ? user : null;
}
