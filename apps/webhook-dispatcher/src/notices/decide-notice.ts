import type { MailOutcome } from "@skucast/mail/mailer";

const MINUTE_MS = 60_000;
const WAIT_MAX_MS = 60 * MINUTE_MS;
/** With waits of 1, 2, 4, … 60 minutes, the mail server may be unavailable for about a day. */
const ATTEMPTS_MAX = 30;

/** The status after an attempt; `waitMs` is set if the mail is sent again. */
export interface NoticeDecision {
  readonly status: "sent" | "failed" | "unconfirmed" | "pending";
  readonly waitMs?: number;
}

/** Retries only a mail that was certainly not sent. `number` counts the attempts, from 1. */
export function decideNotice(outcome: MailOutcome, number: number): NoticeDecision {
  if (outcome.type === "accepted") return { status: "sent" };
  if (outcome.type === "unconfirmed") return { status: "unconfirmed" };
  if (outcome.type === "refused" && outcome.isFinal) return { status: "failed" };
  if (number >= ATTEMPTS_MAX) return { status: "failed" };
  return { status: "pending", waitMs: Math.min(WAIT_MAX_MS, MINUTE_MS * 2 ** (number - 1)) };
}
