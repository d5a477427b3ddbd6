import { newLinkToken } from "@skucast/credentials/link-token";
import { hashToken } from "@skucast/credentials/token";
import { insertAccountToken, spendAccountToken, verifyEmail } from "@skucast/db/account-tokens/account-tokens";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { Request, Response } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import type { PageContext } from "../accounts/page-context.js";
import { checkForm, formToken } from "../forms/form-token.js";
import { visitorId } from "../forms/visitor-id.js";
import { texts } from "../language/request-language.js";
import { queueMail } from "../mails/queue-mail.js";
import { confirmLinkPage } from "../pages/confirm-link-page.js";
import { donePage } from "../pages/done-page.js";
import { sendPage } from "../pages/send-page.js";
import { checkSessionForm, requireSession } from "../sessions/require-session.js";
import { mayMail } from "./mail-limit.js";
import { linkNotOpen, linkTokenOf, requireLink } from "./require-link.js";

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
  if (!session.isEmailVerified && (await mayMail(ctx, req, session.email))) {
    await inSystem(ctx.db, (client) => queueVerification(ctx, client, session));
    ctx.onMailQueued();
  }
  res.redirect(303, "/account?done=verification");
}

/** Shows a button. Opening the link proves nothing, because scanners of mails open every link. */
export async function showVerifyEmail(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const link = await requireLink(ctx, req, "verify_email");
  const path = `/verify-email/${linkTokenOf(req)}`;
  sendPage(res, {
    page: confirmLinkPage({
      title: texts().signIn.confirmEmail,
      sentence: texts().signIn.confirmEmailSentence(link.email),
      button: texts().signIn.confirmEmailButton,
      path,
      formToken: formToken(ctx, ownerOf(visitorId(ctx, req, res), path)),
    }),
  });
}

/** Records that the person reads mail at the address. Needs no sign-in: the link is the proof. */
export async function verifyOwnEmail(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const path = `/verify-email/${linkTokenOf(req)}`;
  checkForm(ctx, req, ownerOf(visitorId(ctx, req, res), path));
  await requireLink(ctx, req, "verify_email");
  const now = ctx.clock.now();
  const verified = await inSystem(ctx.db, async (client) => {
    const link = await spendAccountToken(client, hashToken(linkTokenOf(req)), "verify_email", now);
    return link !== null && (await verifyEmail(client, { userId: link.userId, email: link.email, now })) ? link : null;
  });
  if (verified === null) throw linkNotOpen();
  ctx.logger.info({ event: "email.verified", user_id: verified.userId }, "email address verified");
  sendPage(res, {
    page: donePage({
      title: texts().signIn.emailConfirmed,
      sentence: texts().signIn.emailConfirmedSentence(verified.email),
      next: { path: "/account", label: texts().forms.openAccount },
    }),
  });
}

const ownerOf = (visitor: string, path: string): string => `visitor ${visitor} ${path}`;
