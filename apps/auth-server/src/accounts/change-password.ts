import { Problem } from "@skucast/contracts/problem";
import { inSystem } from "@skucast/db/database";
import { changePassword } from "@skucast/db/users/change-password";
import { findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import { texts } from "../language/request-language.js";
import { queueCredentialsChanged } from "../mails/credentials-changed.js";
import type { FormError } from "../pages/form-parts.js";
import { createSession } from "../sessions/create-session.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import { DELAYED, forgetDelayed, takeDelayed } from "./attempt-limits.js";
import type { PageContext } from "./page-context.js";
import { requestOrigin } from "./request-origin.js";
import { sendAccount } from "./show-account.js";
import { PASSWORD_LENGTH_MAX, passwordError } from "./validate-account-fields.js";
import { waitingTime } from "./waiting-time.js";

/**
 * Changes the password of a user who knows the current one. Ends every other session and gives this one a new secret.
 */
export async function changeOwnPassword(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/password");
  const present = readField(req, "present_password");
  const password = readField(req, "password");
  const errors = validateForm(present, password, session);
  if (errors.length > 0) return sendAccount(ctx, res, session, { errors, status: 422 });
  const waitSeconds = await takeDelayed(ctx, DELAYED.passwordInSession, session.id);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return sendAccount(ctx, res, session, { errors: [locked(waitSeconds)], status: 429 });
  }
  const ended = await replace(ctx, session, { present, password });
  if (ended === null) return sendAccount(ctx, res, session, { errors: [wrong()], status: 422 });
  await forgetDelayed(ctx, DELAYED.passwordInSession, session.id);
  ctx.announce(ended);
  const hasSecondFactor = session.secondFactorAt !== null;
  const { userId, email } = session;
  await createSession(ctx, { req, res }, { userId, email, hasSecondFactor, ...workspaceOf(session) });
  const change = { change: "password_changed", origin: requestOrigin(req, res) } as const;
  await inSystem(ctx.db, (client) =>
    queueCredentialsChanged(ctx, client, { recipient: session.email, name: session.name, ...change }),
  );
  ctx.onMailQueued();
  ctx.logger.info({ event: "password.changed", user_id: session.userId }, "password changed");
  res.redirect(303, "/account?done=password");
}

const wrong = (): FormError => ({ field: "present_password", message: texts().forms.errors.currentPasswordWrong });
const locked = (waitSeconds: number): FormError => ({
  field: "present_password",
  message: texts().forms.errors.manyPasswords(waitingTime(waitSeconds)),
});

function validateForm(present: string, password: string, { email }: CurrentSession): FormError[] {
  const message = passwordError(password, email) ?? unchangedError(present, password);
  return [
    ...(present === "" ? [{ field: "present_password", message: texts().forms.errors.enterCurrentPassword }] : []),
    ...(present.length > PASSWORD_LENGTH_MAX * 2 ? [wrong()] : []),
    ...(message === null ? [] : [{ field: "password", message }]),
  ];
}

/** Compared in the form that is hashed (NFKC). This reveals nothing: the user typed both passwords. */
const unchangedError = (present: string, password: string): string | null =>
  present.normalize("NFKC") === password.normalize("NFKC") ? texts().forms.errors.passwordUnchanged : null;

/** Ids of the sessions that ended; null if the current password is wrong. */
async function replace(
  ctx: PageContext,
  session: CurrentSession,
  { present, password }: { readonly present: string; readonly password: string },
): Promise<string[] | null> {
  const { db, clock } = ctx;
  const user = await findUserById(db, session.userId);
  if (user === null || !(await ctx.passwords.verify(present, user.passwordHash))) return null;
  const ended = await changePassword(db, {
    userId: user.id,
    formerHash: user.passwordHash,
    keptSessionId: session.id,
    now: clock.now(),
    passwordHash: await ctx.passwords.hash(password),
  });
  if (ended !== null) return ended;
  throw new Problem("conflict", texts().problems.passwordChanged);
}

const workspaceOf = ({ currentWorkspaceId }: CurrentSession) =>
  currentWorkspaceId === null ? {} : { workspaceId: currentWorkspaceId };
