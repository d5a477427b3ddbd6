import { newId } from "@skucast/contracts/ids";
import { DEFAULT_LANGUAGE, type EachLanguage, inEachLanguage, languageOf } from "@skucast/contracts/languages";
import type { TransactionClient } from "../database.js";
import { getsMail, MEMBERS, type NoticeKind } from "./recipients.js";

/**
 * Keeps the memberships until the transaction ends: the deletion of an account deletes them before the mails. If more
 * members want the mail, owners and admins come first, then those who joined the
 * workspace first.
 */
const RECIPIENTS_MAX = 50;

const RECIPIENTS = `
  SELECT m.user_id AS "userId", u.language FROM ${MEMBERS} JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = $1 AND ${getsMail("$2::text", "$3::text", "$4::text")}
  ORDER BY m.role NOT IN ('owner', 'admin'), m.created_at, m.user_id LIMIT ${RECIPIENTS_MAX}
  FOR KEY SHARE OF m`;

const INSERT = `
  INSERT INTO notices
    (workspace_id, id, event_id, user_id, kind, channel_id, next_attempt_at, created_at, subject, body, language)
  SELECT $1, n.id, $2, n.user_id, $3, $4, $5, $6, n.subject, n.body, n.language
  FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) AS n (id, user_id, subject, body, language)
  ON CONFLICT (workspace_id, event_id, user_id) DO NOTHING`;

/** Placeholder in a body for the deployment's public URL. The process that sends the email replaces it. */
export const PUBLIC_URL = "{public_url}";

/** Subject and plain text of a mail. The process that sends it appends who gets it, and why. */
export interface NoticeText {
  readonly subject: string;
  readonly body: string;
}

/** A mail in each language, so that each recipient gets it in their own. */
export type NoticeTexts = EachLanguage<NoticeText>;

/** Writes a mail in each language with its texts. */
export const noticeTexts = <T>(texts: EachLanguage<T>, write: (words: T) => NoticeText): NoticeTexts =>
  inEachLanguage((language) => write(texts[language]));

export interface NewNotice {
  readonly workspaceId: string;
  /** The event that it reports. Each person gets one email for it. */
  readonly eventId: string;
  readonly kind: NoticeKind;
  /** The channel that it is about; null for none. */
  readonly channelId: string | null;
  readonly texts: NoticeTexts;
  /** The object that has the problem; absent for a summary. */
  readonly objectId?: string;
  readonly now: Date;
  /** When it is sent. Default: at once. */
  readonly sendAt?: Date;
}

/**
 * Queues an email to each member who gets mails of the kind, in the language of each, in the transaction that records
 * what it reports.
 */
export async function insertNotices(client: TransactionClient, notice: NewNotice): Promise<void> {
  const { workspaceId, eventId, kind, channelId, objectId = null, texts, now, sendAt = now } = notice;
  const { rows } = await client.query<{ userId: string; language: string | null }>(RECIPIENTS, [
    workspaceId,
    kind,
    channelId,
    objectId,
  ]);
  const mails = rows.map(({ userId, language: chosen }) => {
    const language = languageOf(chosen) ?? DEFAULT_LANGUAGE;
    return { id: newId("ntc", now.getTime()), userId, language, ...texts[language] };
  });
  const columns = (["id", "userId", "subject", "body", "language"] as const).map((column) =>
    mails.map((mail) => mail[column]),
  );
  await client.query(INSERT, [workspaceId, eventId, kind, channelId, sendAt, now, ...columns]);
}
