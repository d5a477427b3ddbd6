import { Problem } from "@skucast/contracts/problem";
import { changePassword } from "@skucast/db/users/change-password";
import { findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { readField } from "../forms/read-field.js";
import type { FormFault } from "../pages/form-parts.js";
import type { CurrentSession } from "../sessions/current-session.js";
import { openSession } from "../sessions/open-session.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import { ATTEMPT_LIMITS, countTry, forgiveAll } from "./attempt-limits.js";
import { PASSWORD_LENGTH_MAX, passwordFault } from "./check-person.js";
import type { Desk } from "./desk.js";
import { sendAccount } from "./show-account.js";
import { waitingTime } from "./waiting-time.js";

const { passwordPerUser } = ATTEMPT_LIMITS;

/** Sets another password for who knows the present one; every other session ends, and this one gets a new secret. */
export async function changeOwnPassword(ctx: Desk, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/password");
  const [present, password] = [readField(req, "present_password"), readField(req, "password")];
  const faults = faultsOf(present, password, session);
  if (faults.length > 0) return sendAccount(ctx, res, session, { faults, status: 422 });
  const waitSeconds = await countTry(ctx, passwordPerUser, session.userId);
  if (waitSeconds > 0) {
    res.setHeader("Retry-After", String(waitSeconds));
    return sendAccount(ctx, res, session, { faults: [locked(waitSeconds)], status: 429 });
  }
  const ended = await replace(ctx, session, { present, password });
  if (ended === null) return sendAccount(ctx, res, session, { faults: [WRONG], status: 422 });
  await forgiveAll(ctx, passwordPerUser, session.userId);
  ctx.announce(ended);
  await openSession(ctx, { req, res }, { userId: session.userId, ...workspaceOf(session) });
  ctx.logger.info({ event: "password.changed", user_id: session.userId }, "password changed");
  res.redirect(303, "/account?done=password");
}

const WRONG: FormFault = { field: "present_password", message: "This is not your present password." };
const locked = (waitSeconds: number): FormFault => ({
  field: "present_password",
  message: `This was wrong too often. Wait ${waitingTime(waitSeconds)}, then try again.`,
});

function faultsOf(present: string, password: string, { email }: CurrentSession): FormFault[] {
  const message = passwordFault(password, email) ?? sameFault(present, password);
  return [
    ...(present === "" ? [{ field: "present_password", message: "Enter your present password." }] : []),
    ...(present.length > PASSWORD_LENGTH_MAX * 2 ? [WRONG] : []),
    ...(message === null ? [] : [{ field: "password", message }]),
  ];
}

/** Compared as they are hashed: forms of a character are one. Nothing is told of the present one but by who typed it. */
const sameFault = (present: string, password: string): string | null =>
  present.normalize("NFKC") === password.normalize("NFKC") ? "Use another password than the present one." : null;

/** Ids of the sessions that ended; null when the present password is not right. */
async function replace(
  ctx: Desk,
  session: CurrentSession,
  { present, password }: { readonly present: string; readonly password: string },
): Promise<string[] | null> {
  const { db, clock } = ctx;
  const user = await findUserById(db, session.userId);
  if (user === null || !(await ctx.passwords.verify(present, user.passwordHash))) return null;
  const ended = await changePassword(db, {
    ...{ userId: user.id, formerHash: user.passwordHash, keptSessionId: session.id, now: clock.now() },
    passwordHash: await ctx.passwords.hash(password),
  });
  if (ended !== null) return ended;
  throw new Problem("conflict", "Your password was changed meanwhile, so this change was not made.");
}

const workspaceOf = ({ currentWorkspaceId }: CurrentSession) =>
  currentWorkspaceId === null ? {} : { workspaceId: currentWorkspaceId };
