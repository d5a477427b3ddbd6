import { findUserByEmail, type UserRow } from "@skucast/db/users/find-user";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingPath, safeReturnTo } from "../forms/return-path.js";
import { visitorId } from "../forms/visitor-id.js";
import type { FormError } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { signInPage } from "../pages/sign-in-page.js";
import { createSession } from "../sessions/create-session.js";
import { currentSession } from "../sessions/current-session.js";
import { ATTEMPT_LIMITS, checkAttemptLimit, resetAttempts, undoAttempt } from "./attempt-limits.js";
import type { PageContext } from "./page-context.js";
import { emailError, normalizeEmail, PASSWORD_LENGTH_MAX } from "./validate-account-fields.js";
import { waitingTime } from "./waiting-time.js";

const { signInPerAccount, signInPerNetwork } = ATTEMPT_LIMITS;

/** Shows the sign-in page. A user who is already signed in is redirected. */
export async function showSignIn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  if ((await currentSession(ctx, req)) !== null) res.redirect(303, landingPath(returnTo));
  else answer(ctx, req, res, { returnTo });
}

/**
 * Signs a user in. A failure does not reveal whether the email address or the password was wrong, neither by its
 * message nor by its duration.
 */
export async function signIn(ctx: PageContext, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res)));
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const typed = readField(req, "email");
  const password = readField(req, "password");
  const email = normalizeEmail(typed);
  const errors = validateForm(email, password);
  if (errors.length > 0) return answer(ctx, req, res, { returnTo, email: typed, errors, status: 422 });
  const network = networkOf(req.ip);
  const waitSeconds = await countBoth(ctx, email, network);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return answer(ctx, req, res, { returnTo, email: typed, errors: [locked(waitSeconds)], status: 429 });
  }
  const user = await authenticateUser(ctx, email, password);
  if (user === null) {
    ctx.logger.info({ event: "sign_in.refused", request_id: res.locals.requestId }, "sign-in refused");
    return answer(ctx, req, res, { returnTo, email: typed, errors: [WRONG], status: 422 });
  }
  await resetAttempts(ctx, signInPerAccount, email);
  await undoAttempt(ctx, signInPerNetwork, network);
  await createSession(ctx, { req, res }, { userId: user.id });
  res.redirect(303, landingPath(returnTo));
}

const WRONG: FormError = { message: "The email address or password is incorrect." };
const locked = (waitSeconds: number): FormError => ({
  message: `Too many failed sign-ins. Wait ${waitingTime(waitSeconds)}, then try again.`,
});

function validateForm(email: string, password: string): FormError[] {
  const message = emailError(email);
  return [
    ...(message === null ? [] : [{ field: "email", message }]),
    ...(password === "" ? [{ field: "password", message: "Enter your password." }] : []),
    ...(password.length > PASSWORD_LENGTH_MAX * 2
      ? [{ field: "password", message: "This password is too long." }]
      : []),
  ];
}

/**
 * The network is counted first. Attempts rejected for the network do not count against the account, so one network
 * cannot lock out many users.
 */
const countBoth = async (ctx: PageContext, email: string, network: string): Promise<number> =>
  (await checkAttemptLimit(ctx, signInPerNetwork, network)) || (await checkAttemptLimit(ctx, signInPerAccount, email));

async function authenticateUser(ctx: PageContext, email: string, password: string): Promise<UserRow | null> {
  const user = await findUserByEmail(ctx.db, email);
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  return isRight ? user : null;
}

interface SignInAnswer {
  readonly returnTo: string | null;
  readonly email?: string;
  readonly errors?: readonly FormError[];
  readonly status?: number;
}

function answer(ctx: PageContext, req: Request, res: Response, { status = 200, ...model }: SignInAnswer): void {
  const token = formToken(ctx, ownerOf(visitorId(ctx, req, res)));
  const isSignUpOpen = ctx.signUp === "open";
  sendPage(res, { status, keepsOpener: true, page: signInPage({ ...model, formToken: token, isSignUpOpen }) });
}

const ownerOf = (visitor: string): string => `visitor ${visitor} /sign-in`;
