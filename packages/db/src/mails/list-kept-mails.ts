import type { Database } from "../database.js";

/** A mail of the local outbox. */
export interface KeptMail {
  readonly id: string;
  readonly recipient: string;
  readonly sealed: Buffer;
  readonly createdAt: Date;
  /** The language that the recipient chose; null if they have no account or follow the browser. */
  readonly recipientLanguage: string | null;
}

const COLUMNS = `id, recipient, sealed, created_at AS "createdAt",
  (SELECT language FROM users WHERE email = recipient) AS "recipientLanguage"`;
const KEPT_MAX = 100;

/** The mails that a deployment without a mail server keeps, the newest first, at most 100. */
export async function listKeptMails(db: Database): Promise<KeptMail[]> {
  const { rows } = await db.system.query<KeptMail>(
    `SELECT ${COLUMNS} FROM account_mails WHERE status = 'kept' AND sealed IS NOT NULL
     ORDER BY created_at DESC, id DESC LIMIT ${KEPT_MAX}`,
  );
  return rows;
}

/** One mail of the local outbox, or null. */
export async function findKeptMail(db: Database, id: string): Promise<KeptMail | null> {
  const { rows } = await db.system.query<KeptMail>(
    `SELECT ${COLUMNS} FROM account_mails WHERE id = $1 AND status = 'kept' AND sealed IS NOT NULL LIMIT 1`,
    [id],
  );
  return rows[0] ?? null;
}
