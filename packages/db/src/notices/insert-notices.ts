import { newId } from "@skucast/contracts/ids";
import type { TransactionClient } from "../database.js";

/** If there are more owners and admins, those who joined the workspace first get the email. */
const RECIPIENTS_MAX = 20;

const RECIPIENTS = `
  SELECT user_id FROM memberships WHERE workspace_id = $1 AND role IN ('owner', 'admin')
  ORDER BY created_at, user_id LIMIT ${RECIPIENTS_MAX}`;

const INSERT = `
  INSERT INTO notices (workspace_id, id, event_id, user_id, subject, body, next_attempt_at, created_at)
  SELECT $1, n.id, $2, n.user_id, $5, $6, $7, $7 FROM unnest($3::text[], $4::text[]) AS n (id, user_id)
  ON CONFLICT (workspace_id, event_id, user_id) DO NOTHING`;

/** Placeholder in a body for the deployment's public URL. The process that sends the email replaces it. */
export const PUBLIC_URL = "{public_url}";

export interface NewNotice {
  readonly workspaceId: string;
  /** The event that it reports. Each person gets one email for it. */
  readonly eventId: string;
  readonly subject: string;
  readonly body: string;
  readonly now: Date;
}

/** Queues an email to each owner and admin of the workspace, in the transaction that records what it reports. */
export async function insertNotices(client: TransactionClient, notice: NewNotice): Promise<void> {
  const { workspaceId, eventId, subject, body, now } = notice;
  const { rows } = await client.query<{ user_id: string }>(RECIPIENTS, [workspaceId]);
  const ids = rows.map(() => newId("ntc", now.getTime()));
  const userIds = rows.map(({ user_id }) => user_id);
  await client.query(INSERT, [workspaceId, eventId, ids, userIds, subject, body, now]);
}
