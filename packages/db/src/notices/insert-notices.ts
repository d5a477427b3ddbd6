import { newId } from "@skucast/contracts/ids";
import type { TransactionClient } from "../database.js";
import { getsMail, MEMBERS, type NoticeKind } from "./recipients.js";

/** If more members want the mail, owners and admins come first, then those who joined the workspace first. */
const RECIPIENTS_MAX = 50;

const RECIPIENTS = `
  SELECT m.user_id FROM ${MEMBERS}
  WHERE m.workspace_id = $1 AND ${getsMail("$2::text", "$3::text")}
  ORDER BY m.role NOT IN ('owner', 'admin'), m.created_at, m.user_id LIMIT ${RECIPIENTS_MAX}`;

const INSERT = `
  INSERT INTO notices
    (workspace_id, id, event_id, user_id, kind, channel_id, subject, body, next_attempt_at, created_at)
  SELECT $1, n.id, $2, n.user_id, $5, $6, $7, $8, $9, $10 FROM unnest($3::text[], $4::text[]) AS n (id, user_id)
  ON CONFLICT (workspace_id, event_id, user_id) DO NOTHING`;

/** Placeholder in a body for the deployment's public URL. The process that sends the email replaces it. */
export const PUBLIC_URL = "{public_url}";

/** Subject and plain text of a mail. The process that sends it appends who gets it, and why. */
export interface NoticeText {
  readonly subject: string;
  readonly body: string;
}

export interface NewNotice extends NoticeText {
  readonly workspaceId: string;
  /** The event that it reports. Each person gets one email for it. */
  readonly eventId: string;
  readonly kind: NoticeKind;
  /** The channel that it is about; null for none. */
  readonly channelId: string | null;
  readonly now: Date;
  /** When it is sent. Default: at once. */
  readonly sendAt?: Date;
}

/** Queues an email to each member who gets mails of the kind, in the transaction that records what it reports. */
export async function insertNotices(client: TransactionClient, notice: NewNotice): Promise<void> {
  const { workspaceId, eventId, kind, channelId, subject, body, now, sendAt = now } = notice;
  const { rows } = await client.query<{ user_id: string }>(RECIPIENTS, [workspaceId, kind, channelId]);
  const ids = rows.map(() => newId("ntc", now.getTime()));
  const userIds = rows.map(({ user_id }) => user_id);
  const values = [workspaceId, eventId, ids, userIds, kind, channelId, subject, body, sendAt, now];
  await client.query(INSERT, values);
}
