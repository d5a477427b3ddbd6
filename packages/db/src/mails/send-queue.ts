import type { Database } from "../database.js";

/** A mail whose turn it is. */
export interface ClaimedMail {
  readonly workspaceId: string;
  readonly id: string;
  readonly recipient: string;
  readonly kind: string;
  readonly sealed: Buffer;
  /** The language that the recipient chose; null if they have no account or follow the browser. */
  readonly recipientLanguage: string | null;
  /** Counts this try, from 1. */
  readonly attemptCount: number;
}

const CLAIM = {
  name: "account_mail_claim",
  text: `UPDATE account_mails SET next_attempt_at = $2, attempt_count = attempt_count + 1
         WHERE (workspace_id, id) = (
           SELECT workspace_id, id FROM account_mails WHERE status = 'pending' AND next_attempt_at <= $1 AND expires_at > $1
           ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
         )
         RETURNING workspace_id AS "workspaceId", id, recipient, kind, sealed, attempt_count AS "attemptCount",
           (SELECT language FROM users WHERE email = recipient) AS "recipientLanguage"`,
};

/**
 * Claims the mail that is due longest, until the lease ends. Several processes may call it at once. If the process dies,
 * the mail becomes due again, so it may be sent twice and is not lost.
 */
export async function claimMail(db: Database, now: Date, leaseUntil: Date): Promise<ClaimedMail | null> {
  const { rows } = await db.system.query<ClaimedMail>({ ...CLAIM, values: [now, leaseUntil] });
  return rows[0] ?? null;
}

/** What became of a claimed mail. */
export type MailResult =
  | { readonly status: "sent" | "failed" | "kept"; readonly error: string | null }
  | { readonly status: "pending"; readonly error: string; readonly nextAttemptAt: Date };

/** Records the result of a try, unless a later try has started. The content of a mail that is done is deleted. */
export async function settleMail(db: Database, mail: ClaimedMail, result: MailResult, now: Date): Promise<void> {
  const isPending = result.status === "pending";
  await db.system.query(
    `UPDATE account_mails SET status = $4, error = $5, next_attempt_at = $6, completed_at = $7,
       sealed = CASE WHEN $4 IN ('sent', 'failed') THEN NULL ELSE sealed END
     WHERE workspace_id = $1 AND id = $2 AND attempt_count = $3 AND status = 'pending'`,
    [
      mail.workspaceId,
      mail.id,
      mail.attemptCount,
      result.status,
      result.error,
      isPending ? result.nextAttemptAt : null,
      isPending ? null : now,
    ],
  );
}

const ROWS_MAX = 500;

/**
 * Fails mails that waited longer than they are of use, and deletes mails that were due before the given time, at most
 * 500 of each per call. Returns whether there may be more.
 */
export async function pruneMails(db: Database, now: Date, before: Date): Promise<boolean> {
  const expired = await db.system.query(
    `UPDATE account_mails SET status = 'failed', error = 'expired before it could be sent', sealed = NULL,
       next_attempt_at = NULL, completed_at = $1
     WHERE (workspace_id, id) IN (
       SELECT workspace_id, id FROM account_mails WHERE status = 'pending' AND next_attempt_at IS NOT NULL
         AND expires_at < $1 LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED
     )`,
    [now],
  );
  const deleted = await db.system.query(
    `DELETE FROM account_mails WHERE (workspace_id, id) IN (
       SELECT workspace_id, id FROM account_mails WHERE expires_at < $1 AND status <> 'pending' LIMIT ${ROWS_MAX}
     )`,
    [before],
  );
  return expired.rowCount === ROWS_MAX || deleted.rowCount === ROWS_MAX;
}
