import { findUserByEmail, type UserRow } from "@skucast/db/users/find-user";
import { networkOf } from "@skucast/targets/network-of";
import type { Request, Response } from "express";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { landingOf, safeReturnTo } from "../forms/return-to.js";
import { visitorOf } from "../forms/visitor.js";
import type { FormFault } from "../pages/form-parts.js";
import { sendPage } from "../pages/send-page.js";
import { signInPage } from "../pages/sign-in-page.js";
import { currentSession } from "../sessions/current-session.js";
import { openSession } from "../sessions/open-session.js";
import { ATTEMPT_LIMITS, countTry, forgiveAll, forgiveOne } from "./attempt-limits.js";
import { emailFault, normalEmail, PASSWORD_LENGTH_MAX } from "./check-person.js";
import type { Desk } from "./desk.js";
import { waitingTime } from "./waiting-time.js";

const { signInPerAccount, signInPerNetwork } = ATTEMPT_LIMITS;

/** The page; who is signed in already goes on at once. */
export async function showSignIn(ctx: Desk, req: Request, res: Response): Promise<void> {
  const returnTo = safeReturnTo(req.query.return_to, ctx.publicUrl);
  if ((await currentSession(ctx, req)) !== null) res.redirect(303, landingOf(returnTo));
  else answer(ctx, req, res, { returnTo });
}

/** Signs in, or says in one sentence that address or password is wrong: not which of them, and in the same time. */
export async function signIn(ctx: Desk, req: Request, res: Response): Promise<void> {
  checkForm(ctx, req, ownerOf(visitorOf(ctx, req, res)));
  const returnTo = safeReturnTo(readField(req, "return_to"), ctx.publicUrl);
  const [typed, password] = [readField(req, "email"), readField(req, "password")];
  const email = normalEmail(typed);
  const faults = faultsOf(email, password);
  if (faults.length > 0) return answer(ctx, req, res, { returnTo, email: typed, faults, status: 422 });
  const network = networkOf(req.ip);
  const waitSeconds = await countBoth(ctx, email, network);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return answer(ctx, req, res, { returnTo, email: typed, faults: [locked(waitSeconds)], status: 429 });
  }
  const user = await knownUser(ctx, email, password);
  if (user === null) {
    ctx.logger.info({ event: "sign_in.refused", request_id: res.locals.requestId }, "sign-in refused");
    return answer(ctx, req, res, { returnTo, email: typed, faults: [WRONG], status: 422 });
  }
  await forgiveAll(ctx, signInPerAccount, email);
  await forgiveOne(ctx, signInPerNetwork, network);
  await openSession(ctx, { req, res }, { userId: user.id });
  res.redirect(303, landingOf(returnTo));
}

const WRONG: FormFault = { message: "The email address or password is incorrect." };
const locked = (waitSeconds: number): FormFault => ({
  message: `Too many sign-ins failed. Wait ${waitingTime(waitSeconds)}, then try again.`,
});

function faultsOf(email: string, password: string): FormFault[] {
  const message = emailFault(email);
  return [
    ...(message === null ? [] : [{ field: "email", message }]),
    ...(password === "" ? [{ field: "password", message: "Enter your password." }] : []),
    ...(password.length > PASSWORD_LENGTH_MAX * 2
      ? [{ field: "password", message: "This password is too long." }]
      : []),
  ];
}

/** The network first: what it is refused does not count against the account, so that it cannot lock many people out. */
const countBoth = async (ctx: Desk, email: string, network: string): Promise<number> =>
  (await countTry(ctx, signInPerNetwork, network)) || (await countTry(ctx, signInPerAccount, email));

async function knownUser(ctx: Desk, email: string, password: string): Promise<UserRow | null> {
  const user = await findUserByEmail(ctx.db, email);
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  return isRight ? user : null;
}

interface SignInAnswer {
  readonly returnTo: string | null;
  readonly email?: string;
  readonly faults?: readonly FormFault[];
  readonly status?: number;
}

function answer(ctx: Desk, req: Request, res: Response, { status = 200, ...model }: SignInAnswer): void {
  const token = formToken(ctx, ownerOf(visitorOf(ctx, req, res)));
  const isSignUpOpen = ctx.signUp === "open";
  sendPage(res, { status, keepsOpener: true, page: signInPage({ ...model, formToken: token, isSignUpOpen }) });
}

const ownerOf = (visitor: string): string => `visitor ${visitor} /sign-in`;
