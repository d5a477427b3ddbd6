import { Problem } from "@skucast/contracts/problem";
import { inSystem } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { findSecondFactor } from "@skucast/db/second-factor/second-factor";
import { changePassword } from "@skucast/db/users/change-password";
import { findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";
import type { FormError } from "../pages/form-parts.js";
import { createSession } from "../sessions/create-session.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { requireFactorSessionIfAny } from "../sessions/require-factor-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import { DELAYED, forgetDelayed, takeDelayed } from "./attempt-limits.js";
import type { PageContext } from "./page-context.js";
import { afterCredentialChange, reportCredentialChange } from "./report-credential-change.js";
import { requestOrigin } from "./request-origin.js";
import { sendAccount } from "./show-account.js";
import { PASSWORD_LENGTH_MAX, passwordError } from "./validate-account-fields.js";
import { waitingTime } from "./waiting-time.js";

/**
 * Changes the password of a user who knows the current one. Ends every other session and gives this one a new secret.
 */
export async function changeOwnPassword(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSessionIfAny(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/password");
  const present = readField(req, "present_password");
  const password = readField(req, "password");
  const errors = validateForm(present, password, session);
  if (errors.length > 0) return sendAccount(ctx, res, session, { errors, status: 422 });
  const waitSeconds = await takeDelayed(ctx, DELAYED.passwordInSession, session.id);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return sendAccount(ctx, res, session, { errors: [tooManyAttempts(waitSeconds)], status: 429 });
  }
  const replaced = await replace(ctx, session, { present, password, origin: requestOrigin(req, res) });
  if (replaced === null) return sendAccount(ctx, res, session, { errors: [wrongPassword()], status: 422 });
  await forgetDelayed(ctx, DELAYED.passwordInSession, session.id);
  ctx.announce(replaced.ended);
  const { userId, email } = session;
  const start = { userId, email, ...workspaceOf(session), ...(await proofOf(ctx, session)) };
  await createSession(ctx, { req, res }, start);
  afterCredentialChange(ctx, replaced.workspaceIds);
  ctx.logger.info({ event: "password.changed", user_id: session.userId }, "password changed");
  res.redirect(303, "/account?done=password");
}

const wrongPassword = (): FormError => ({
  field: "present_password",
  message: texts().forms.errors.currentPasswordWrong,
});
const tooManyAttempts = (waitSeconds: number): FormError => ({
  field: "present_password",
  message: texts().forms.errors.manyPasswords(waitingTime(waitSeconds)),
});

function validateForm(present: string, password: string, { email }: CurrentSession): FormError[] {
  const message = passwordError(password, email) ?? unchangedError(present, password);
  return [
    ...(present === "" ? [{ field: "present_password", message: texts().forms.errors.enterCurrentPassword }] : []),
    ...(present.length > PASSWORD_LENGTH_MAX * 2 ? [wrongPassword()] : []),
    ...(message === null ? [] : [{ field: "password", message }]),
  ];
}

/** Compared in the form that is hashed (NFKC). This reveals nothing: the user typed both passwords. */
const unchangedError = (present: string, password: string): string | null =>
  present.normalize("NFKC") === password.normalize("NFKC") ? texts().forms.errors.passwordUnchanged : null;

interface Replaced {
  /** Ids of the sessions that ended. */
  readonly ended: readonly string[];
  readonly workspaceIds: readonly string[];
}

interface TypedPasswords {
  readonly present: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/** Null if the current password is wrong. */
async function replace(
  ctx: PageContext,
  session: CurrentSession,
  { present, password, origin }: TypedPasswords,
): Promise<Replaced | null> {
  const { db, clock } = ctx;
  const user = await findUserById(db, session.userId);
  if (user === null || !(await ctx.passwords.verify(present, user.passwordHash))) return null;
  const passwordHash = await ctx.passwords.hash(password);
  const replaced = await inSystem(db, async (client): Promise<Replaced | null> => {
    const { userId, email: recipient, name } = session;
    const kept = { formerHash: user.passwordHash, keptSessionId: session.id };
    const now = clock.now();
    const ended = await changePassword(client, { userId, passwordHash, now, ...kept });
    if (ended === null) return null;
    const change = { change: "password_changed", origin, now } as const;
    return { ended, workspaceIds: await reportCredentialChange(ctx, client, { userId, recipient, name, ...change }) };
  });
  if (replaced !== null) return replaced;
  throw new Problem("conflict", texts().problems.passwordChanged);
}

/** The password alone does not renew what a sign-in with an authenticator app proved. */
async function proofOf({ db }: PageContext, { userId, authenticatedAt, secondFactorAt }: CurrentSession) {
  const { isTotpEnabled } = await findSecondFactor(db, userId);
  return { hasSecondFactor: secondFactorAt !== null, ...(isTotpEnabled && { authenticatedAt }) };
}

const workspaceOf = ({ currentWorkspaceId }: CurrentSession) =>
  currentWorkspaceId === null ? {} : { workspaceId: currentWorkspaceId };
