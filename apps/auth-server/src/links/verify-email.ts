import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertAccountToken, spendAccountToken, verifyEmail } from "@skucast/db/account-tokens/account-tokens";
import { appendAccountEvent } from "@skucast/db/accounts/account-events";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import type { PageContext } from "../accounts/page-context.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { texts } from "../language/request-language.js";
import { queueMail } from "../mails/queue-mail.js";
import { confirmLinkPage } from "../pages/confirm-link-page.js";
import { donePage } from "../pages/done-page.js";
import { sendPage } from "../pages/send-page.js";
import { signInFirstPage } from "../pages/sign-in-first-page.js";
import { currentSession } from "../sessions/current-session.js";
import { rememberDevice } from "../sessions/device-cookie.js";
import { checkSessionForm, requireSession, sessionFormToken } from "../sessions/require-session.js";
import { mayMail } from "./mail-limit.js";
import { linkTokenOf, linkUsed, requireLink } from "./require-link.js";
import { isLinkOwner, requireLinkOwner } from "./require-link-owner.js";

const LINK_HOURS = 48;

/** Queues the mail with the link that proves an address, in the transaction of the caller. */
export async function queueVerification(
  ctx: Pick<AccountsContext, "clock" | "keyring">,
  client: TransactionClient,
  { userId, email, name }: { readonly userId: string; readonly email: string; readonly name: string },
): Promise<void> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LINK_HOURS * 3_600_000);
  const token = newLinkToken();
  await insertAccountToken(client, {
    tokenHash: hashToken(token),
    purpose: "verify_email",
    userId,
    email,
    now,
    expiresAt,
  });
  const mail = { kind: "verify_email", name, path: `/verify-email/${token}`, hours: LINK_HOURS } as const;
  await queueMail(ctx, client, { recipient: email, mail, expiresAt });
}

/** Sends the signed-in person another link. */
export async function sendVerification(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, "/account/verify-email");
  if (!session.isEmailVerified && (await mayMail(ctx, req, { kind: "verify_email", email: session.email }))) {
    await inSystem(ctx.db, (client) => queueVerification(ctx, client, session));
    ctx.onMailQueued();
  }
  res.redirect(303, "/account?done=verification");
}

/** Shows a button. Opening the link proves nothing, because scanners of mails open every link. */
export async function showVerifyEmail(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const link = await requireLink(ctx, req, "verify_email");
  const path = pathOf(req);
  const title = texts().signIn.confirmEmail;
  const sentence = texts().signIn.confirmEmailSentence(link.email);
  const session = await currentSession(ctx, req);
  if (!isLinkOwner(session, link)) {
    return sendPage(res, {
      page: signInFirstPage({ title, sentence, path, isUnproven: true, isSignedIn: session !== null }),
    });
  }
  const form = { button: texts().signIn.confirmEmailButton, formToken: sessionFormToken(ctx, session, path) };
  sendPage(res, { page: confirmLinkPage({ title, sentence, path, ...form }) });
}

/** Records that the signed-in person reads mail at the address. */
export async function verifyOwnEmail(ctx: PageContext, req: Request, res: Response): Promise<void> {
  await requireLinkOwner(ctx, req, { purpose: "verify_email", path: pathOf(req) });
  const now = ctx.clock.now();
  const verified = await inSystem(ctx.db, async (client) => {
    const link = await spendAccountToken(client, hashToken(linkTokenOf(req)), "verify_email", now);
    if (link === null || !(await verifyEmail(client, { userId: link.userId, email: link.email, now }))) return null;
    const { userId, email: detail } = link;
    const origin = requestOrigin(req, res);
    await appendAccountEvent(client, { userId, action: "email_verified", details: { detail }, origin, now });
    return link;
  });
  if (verified === null) throw linkUsed("verify_email");
  await rememberDevice(ctx, req, res, verified.email);
  ctx.logger.info({ event: "email.verified", user_id: verified.userId }, "email address verified");
  sendPage(res, {
    page: donePage({
      title: texts().signIn.emailConfirmed,
      sentence: texts().signIn.emailConfirmedSentence(verified.email),
      next: { path: "/account", label: texts().forms.openAccount },
    }),
  });
}

const pathOf = (req: Request): string => `/verify-email/${linkTokenOf(req)}`;
