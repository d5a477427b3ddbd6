import type { MailResult } from "@skucast/db/mails/send-queue";
import type { MailOutcome } from "@skucast/mail/mailer";

const MINUTE_MS = 60_000;
const WAIT_MAX_MS = 30 * MINUTE_MS;
/** With waits of 15 s, 30 s, 1 min, … 30 min, the mail server may be unavailable for about half a day. */
const WAIT_MIN_MS = 15_000;
const TRIES_MAX = 30;

/**
 * Decides what happens after an attempt to send. A mail that was not certainly accepted is sent again, with the same
 * Message-ID, so that it arrives at least once. `number` counts the attempts, from 1.
 */
export function decideMail(outcome: MailOutcome, number: number, now: Date): MailResult {
  if (outcome.type === "accepted") return { status: "sent", error: null };
  const { error } = outcome;
  const isFinal = (outcome.type === "refused" && outcome.isFinal) || number >= TRIES_MAX;
  if (isFinal) return { status: "failed", error };
  const waitMs = Math.min(WAIT_MAX_MS, WAIT_MIN_MS * 2 ** (number - 1));
  return { status: "pending", error, nextAttemptAt: new Date(now.getTime() + waitMs) };
}
