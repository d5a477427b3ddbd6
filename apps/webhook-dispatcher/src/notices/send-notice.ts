import { DEFAULT_LANGUAGE, type Language, languageOf } from "@skucast/contracts/languages";
import type { NoticeText } from "@skucast/db/notices/insert-notices";
import { listLeftOut } from "@skucast/db/notices/list-left-out";
import { getsMail, MEMBERS, SUMMARY } from "@skucast/db/notices/recipients";
import { hourOfSummary } from "@skucast/db/notices/reserve-mail";
import type { Mailer, MailOutcome } from "@skucast/mail/mailer";
import type { DispatcherContext } from "../context.js";
import { composeSummary } from "./compose-summary.js";
import { decideNotice } from "./decide-notice.js";
import { writeNotice } from "./write-notice.js";

/** Longer than sending a mail takes. */
const LEASE_MS = 60_000;

/** A mail that was never attempted is cancelled then: without a mail server, mails wait, and old ones are of no use. */
const STALE_MS = 2 * 24 * 3_600_000;

/**
 * Cancels a mail to a user who is no longer a member or no longer wants it. A mail that was being sent when its process
 * died may have arrived: it becomes `unconfirmed` and is not sent again.
 */
const CLAIM = {
  name: "webhook-dispatcher.claim-notice",
  text: `
    WITH due AS (
      SELECT workspace_id, id, status FROM notices
      WHERE status IN ('pending', 'sending') AND next_attempt_at <= $1
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ), reader AS (
      SELECT u.email, w.name AS workspace FROM due JOIN notices n USING (workspace_id, id)
      JOIN (${MEMBERS}) ON m.workspace_id = n.workspace_id AND m.user_id = n.user_id
        AND ${getsMail("n.kind", "n.channel_id")}
      JOIN users u ON u.id = m.user_id JOIN workspaces w ON w.id = m.workspace_id
      WHERE n.attempt_count > 0 OR n.created_at > $3
    )
    UPDATE notices n SET
      status = CASE WHEN due.status = 'sending' THEN 'unconfirmed' WHEN reader.email IS NULL THEN 'cancelled' ELSE 'sending' END,
      next_attempt_at = CASE WHEN due.status = 'pending' AND reader.email IS NOT NULL THEN $2::timestamptz END,
      completed_at = CASE WHEN due.status = 'sending' OR reader.email IS NULL THEN $1::timestamptz END,
      attempt_count = n.attempt_count + 1
    FROM due LEFT JOIN reader ON true
    WHERE n.workspace_id = due.workspace_id AND n.id = due.id
    RETURNING n.workspace_id, n.id, n.event_id, n.user_id, n.kind, n.language, n.subject, n.body, n.status, n.attempt_count,
      reader.email, reader.workspace`,
};

const RECORD = {
  name: "webhook-dispatcher.record-notice",
  text: `
    UPDATE notices SET status = $4, next_attempt_at = $5, error = $6, completed_at = $7
    WHERE workspace_id = $1 AND id = $2 AND status = 'sending' AND attempt_count = $3`,
};

interface ClaimedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly user_id: string;
  readonly kind: string | null;
  readonly language: string;
  readonly subject: string;
  readonly body: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly email: string | null;
  readonly workspace: string | null;
}

/**
 * Sends one mail that is due. Any number of dispatchers may call it concurrently. A mail that was certainly not sent is
 * retried; one that may have been sent is not, so no user gets a mail twice.
 */
export async function sendNotice(
  ctx: Pick<DispatcherContext, "db" | "clock" | "logger" | "publicUrl">,
  mailer: Mailer,
): Promise<"more" | "idle"> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.system.query<ClaimedRow>(CLAIM, [
    now,
    new Date(now.getTime() + LEASE_MS),
    new Date(now.getTime() - STALE_MS),
  ]);
  const [notice] = rows;
  if (!notice) return "idle";
  if (notice.status === "sending" && notice.email !== null) {
    await send(ctx, { notice, email: notice.email, mailer });
  } else if (notice.status === "unconfirmed") {
    logOutcome(ctx, notice, { type: "unconfirmed", error: "The process that sent it died." });
  }
  return "more";
}

async function send(
  ctx: Pick<DispatcherContext, "db" | "clock" | "logger" | "publicUrl">,
  { notice, email, mailer }: { notice: ClaimedRow; email: string; mailer: Mailer },
): Promise<void> {
  const { workspace_id, id, event_id, user_id, attempt_count: number } = notice;
  const text = await textOf(ctx, notice);
  if (!text) return cancel(ctx, notice);
  const language = writtenIn(notice);
  const written = writeNotice(text, {
    workspace: notice.workspace ?? workspace_id,
    language,
    publicUrl: ctx.publicUrl,
  });
  const messageId = `${event_id}.${user_id}@skucast`;
  const outcome = await mailer.send({ id: messageId, to: email, ...written, language, at: ctx.clock.now() });
  const now = ctx.clock.now();
  const { status, waitMs } = decideNotice(outcome, number);
  const nextAttemptAt = waitMs === undefined ? null : new Date(now.getTime() + waitMs);
  const error = outcome.type === "accepted" ? null : outcome.error;
  const completedAt = waitMs === undefined ? now : null;
  await ctx.db.system.query(RECORD, [workspace_id, id, number, status, nextAttemptAt, error, completedAt]);
  logOutcome(ctx, notice, outcome);
}

/** A summary is composed when it is sent: until then, problems are added to it. Null if it would be empty. */
async function textOf({ db }: Pick<DispatcherContext, "db">, notice: ClaimedRow): Promise<NoticeText | null> {
  if (notice.kind !== SUMMARY) return notice;
  const hour = hourOfSummary(notice.event_id);
  const { workspace_id: workspaceId, user_id: userId } = notice;
  const language = writtenIn(notice);
  return composeSummary(await listLeftOut(db.system, { workspaceId, userId, language }, hour), hour, language);
}

async function cancel({ db, clock }: Pick<DispatcherContext, "db" | "clock">, notice: ClaimedRow): Promise<void> {
  const { workspace_id: workspaceId, id, attempt_count: number } = notice;
  await db.system.query(RECORD, [workspaceId, id, number, "cancelled", null, null, clock.now()]);
}

const writtenIn = ({ language }: ClaimedRow): Language => languageOf(language) ?? DEFAULT_LANGUAGE;

function logOutcome({ logger }: Pick<DispatcherContext, "logger">, notice: ClaimedRow, outcome: MailOutcome): void {
  const line = {
    event: "notice.attempted",
    workspace_id: notice.workspace_id,
    notice_id: notice.id,
    attempt: notice.attempt_count,
    outcome: outcome.type,
    error: outcome.type === "accepted" ? null : outcome.error,
  };
  if (outcome.type === "accepted") logger.info(line, "a mail was sent");
  else logger.warn(line, "a mail was not sent, or its delivery is unconfirmed");
}
