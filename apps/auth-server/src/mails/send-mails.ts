import { type ClaimedMail, claimMail, type MailResult, settleMail } from "@skucast/db/mails/send-queue";
import type { Mailer } from "@skucast/mail/mailer";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { decideMail } from "./decide-mail.js";
import { openMail } from "./open-mail.js";
import { renderMail } from "./render-mail.js";

export type MailingContext = Pick<AccountsContext, "db" | "keyring" | "clock" | "logger" | "publicUrl" | "mails"> & {
  readonly mailer: Mailer | undefined;
};

const INTERVAL_MS = 1_000;
/** Longer than sending a mail takes. */
const LEASE_MS = 60_000;

/** Sends queued mails as they become due. */
export const startMailSending = (ctx: MailingContext): Loop =>
  startLoop({ name: "account-mails", intervalMs: INTERVAL_MS, logger: ctx.logger, run: () => sendNextMail(ctx) });

/** Sends one mail that is due. Any number of processes may call it at once. */
export async function sendNextMail(ctx: MailingContext): Promise<RunOutcome> {
  const now = ctx.clock.now();
  const mail = await claimMail(ctx.db, now, new Date(now.getTime() + LEASE_MS));
  if (mail === null) return "idle";
  const result = await deliver(ctx, mail);
  await settleMail(ctx.db, mail, result, ctx.clock.now());
  const line = { event: "mail.attempted", mail_id: mail.id, kind: mail.kind, attempt: mail.attemptCount };
  const { status, error } = result;
  if (error === null) ctx.logger.info({ ...line, status }, "a mail was sent or kept");
  else ctx.logger.warn({ ...line, status, error }, "a mail was not sent");
  return "more";
}

async function deliver(ctx: MailingContext, mail: ClaimedMail): Promise<MailResult> {
  if (ctx.mailer === undefined) {
    return ctx.mails === "shown"
      ? { status: "kept", error: null }
      : { status: "failed", error: "no mail server is configured (SKUCAST_SMTP_URL)" };
  }
  const opened = open(ctx, mail);
  if (opened === null)
    return { status: "failed", error: "its content cannot be opened: the encryption key is missing" };
  const outcome = await ctx.mailer.send({
    id: `${mail.id}@skucast`,
    to: mail.recipient,
    ...renderMail(opened, ctx.publicUrl),
    language: opened.language,
    at: ctx.clock.now(),
  });
  return decideMail(outcome, mail.attemptCount, ctx.clock.now());
}

function open({ keyring, logger }: MailingContext, mail: ClaimedMail) {
  try {
    return openMail(keyring, mail);
  } catch (err) {
    logger.error({ event: "mail.unreadable", mail_id: mail.id, err }, "a queued mail cannot be opened");
    return null;
  }
}
