import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import {
  findEmail,
  forgetAccountTokens,
  insertAccountToken,
  isChangeHalfConfirmed,
  replaceEmail,
  spendAccountToken,
  type TokenPurpose,
} from "@skucast/db/account-tokens/account-tokens";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { inSystem } from "@skucast/db/database";
import type { RequestOrigin } from "@skucast/db/memberships/create-workspace-with-owner";
import { findUserByEmail, findUserById } from "@skucast/db/users/find-user";
import type { Request, Response } from "express";
import { ATTEMPT_LIMITS, checkAttemptLimit } from "../accounts/attempt-limits.js";
import type { PageContext } from "../accounts/page-context.js";
import { afterCredentialChange, reportCredentialChange } from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { sendAccount } from "../accounts/show-account.js";
import { emailError, normalizeEmail, PASSWORD_LENGTH_MIN } from "../accounts/validate-account-fields.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { readField } from "../forms/read-field.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { queueMail } from "../mails/queue-mail.js";
import { confirmLinkPage } from "../pages/confirm-link-page.js";
import { donePage } from "../pages/done-page.js";
import { sendPage } from "../pages/send-page.js";
import { signInFirstPage } from "../pages/sign-in-first-page.js";
import { type CurrentSession, currentSession } from "../sessions/current-session.js";
import { requireFactorSession } from "../sessions/require-factor-session.js";
import { checkSessionForm, sessionFormToken } from "../sessions/require-session.js";
import { mayMail } from "./mail-limit.js";
import { linkTokenOf, linkUsed, requireLink } from "./require-link.js";
import { isLinkOwner, requireLinkOwner } from "./require-link-owner.js";

const PATH = "/account/email";
const LINK_HOURS = 24;
const SIDES = { from: "change_email_from", to: "change_email_to" } as const satisfies Record<string, TokenPurpose>;
type Side = keyof typeof SIDES;

/**
 * Mails a link to the present and to the new address. The address changes when both were used. The answer does not
 * reveal whether the new address has an account.
 */
export async function requestEmailChange(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, PATH);
  const newEmail = normalizeEmail(readField(req, "new_email"));
  const message = newEmail === session.email ? texts().forms.errors.ownEmail : emailError(newEmail);
  if (message !== null) {
    return sendAccount(ctx, res, session, { errors: [{ field: "new_email", message }], status: 422 });
  }
  const mayChange = (await checkAttemptLimit(ctx, ATTEMPT_LIMITS.emailChangePerUser, session.userId)) === 0;
  // Only within the limit: the answer tells whether a text is the password.
  if (mayChange && (await isPassword(ctx, session.userId, readField(req, "new_email").trim()))) {
    const errors = [{ field: "new_email", message: texts().forms.errors.emailIsPassword }];
    return sendAccount(ctx, res, session, { errors, status: 422 });
  }
  const origin = requestOrigin(req, res);
  if ((await mayMail(ctx, req, { kind: "change_email", email: newEmail })) && mayChange)
    await queueChange(ctx, session, { newEmail, origin });
  res.redirect(303, "/account?done=email_change");
}

/** Whether the password is the address, as it was typed or is stored, or the part before the @. No new password may be. */
async function isPassword({ db, passwords }: PageContext, userId: string, typed: string): Promise<boolean> {
  const user = await findUserById(db, userId);
  const candidates = [typed, normalizeEmail(typed)].flatMap((address) => [address, address.split("@")[0] ?? ""]);
  for (const each of new Set(candidates)) {
    if (each.length >= PASSWORD_LENGTH_MIN && (await passwords.verify(each, user?.passwordHash ?? null))) return true;
  }
  return false;
}

async function queueChange(
  ctx: PageContext,
  { userId, email, name }: CurrentSession,
  { newEmail, origin }: { readonly newEmail: string; readonly origin: RequestOrigin },
): Promise<void> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_HOURS * 3_600_000);
  const isTaken = (await findUserByEmail(ctx.db, newEmail)) !== null;
  await inSystem(ctx.db, async (client) => {
    await forgetAccountTokens(client, userId, Object.values(SIDES));
    const details = { detail: newEmail };
    await appendAccountEvent(client, { userId, action: "email_change_requested", details, origin, now });
    for (const side of ["from", "to"] as const) {
      const token = newLinkToken();
      const recipient = side === "from" ? email : newEmail;
      const tokenHash = hashToken(token);
      await insertAccountToken(client, {
        tokenHash,
        purpose: SIDES[side],
        userId,
        email: recipient,
        newEmail,
        now,
        expiresAt,
      });
      const link = { path: `/change-email/${side}/${token}`, hours: LINK_HOURS };
      const mail = { kind: "change_email", name, newEmail, isNewAddress: side === "to", ...link } as const;
      // An address that has an account gets no mail: the change would fail.
      await queueMail(ctx, client, { recipient, mail, expiresAt, isVoid: isTaken && side === "to" });
    }
  });
  ctx.onMailQueued();
}

/** The page and the form for the link of one side. */
export const emailChangeHandlers = (side: Side) => ({
  get: (ctx: PageContext, req: Request, res: Response) => showChange(ctx, req, res, side),
  post: (ctx: PageContext, req: Request, res: Response) => confirmChange(ctx, req, res, side),
});

async function showChange(ctx: PageContext, req: Request, res: Response, side: Side): Promise<void> {
  const link = await requireLink(ctx, req, SIDES[side]);
  const path = pathOf(req, side);
  const title = texts().signIn.changeEmail;
  const sentence = texts().signIn.changeEmailSentence(link.newEmail ?? "");
  const button = texts().signIn.changeEmailButton;
  if (side === "from") {
    const token = formToken(ctx, ownerOf(visitorId(ctx, req, res), path));
    return sendPage(res, { page: confirmLinkPage({ title, sentence, button, path, formToken: token }) });
  }
  const session = await currentSession(ctx, req);
  const page = isLinkOwner(session, link)
    ? confirmLinkPage({ title, sentence, button, path, formToken: sessionFormToken(ctx, session, path) })
    : signInFirstPage({ title, sentence, path, isUnproven: false, isSignedIn: session !== null });
  sendPage(res, { page });
}

/** The new address is confirmed by its owner only: the owner of its mailbox alone may not know the account. */
async function checkChangeForm(ctx: PageContext, req: Request, res: Response, side: Side): Promise<void> {
  const path = pathOf(req, side);
  if (side === "to") return requireLinkOwner(ctx, req, { purpose: SIDES.to, path });
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), path));
  await requireLink(ctx, req, SIDES.from);
}

async function confirmChange(ctx: PageContext, req: Request, res: Response, side: Side): Promise<void> {
  await checkChangeForm(ctx, req, res, side);
  const outcome = await confirmSide(ctx, req, res, side);
  if (outcome === "not open") throw linkUsed(SIDES[side]);
  if (typeof outcome === "object") afterCredentialChange(ctx, outcome.workspaceIds);
  const [title, sentence] = sentencesOf(typeof outcome === "object" ? "changed" : outcome);
  const next = { path: "/account", label: texts().forms.openAccount };
  sendPage(res, { status: outcome === "taken" ? 409 : 200, page: donePage({ title, sentence, next }) });
}

type Confirmation = "half" | "taken" | { readonly workspaceIds: readonly string[] };

function sentencesOf(outcome: "half" | "changed" | "taken"): readonly [title: string, sentence: string] {
  const { emailHalf: half, emailChanged: changed, emailTaken: taken } = texts().signIn;
  return { half, changed, taken }[outcome];
}

function confirmSide(ctx: PageContext, req: Request, res: Response, side: Side): Promise<"not open" | Confirmation> {
  const now = ctx.clock.now();
  const other = SIDES[side === "from" ? "to" : "from"];
  return inSystem(ctx.db, async (client) => {
    const link = await spendAccountToken(client, hashToken(linkTokenOf(req)), SIDES[side], now);
    if (link === null || link.newEmail === null) return "not open";
    const { userId, newEmail, name } = link;
    const former = await findEmail(client, userId);
    if (await isChangeHalfConfirmed(client, { userId, newEmail, other })) return "half";
    if (!(await replaceEmail(client, { userId, newEmail, now }))) return "taken";
    const origin = requestOrigin(req, res);
    const change = { change: "email_changed", detail: newEmail, audited: { previous: former }, origin, now } as const;
    const workspaceIds = await reportCredentialChange(ctx, client, { userId, recipient: former, name, ...change });
    ctx.logger.info({ event: "email.changed", user_id: userId }, "email address changed");
    return { workspaceIds };
  });
}

const pathOf = (req: Request, side: Side): string => `/change-email/${side}/${linkTokenOf(req)}`;
const ownerOf = (visitor: string, path: string): string => `visitor ${visitor} ${path}`;
