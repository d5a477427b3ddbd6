import { newId } from "@skucast/contracts/ids";
import { DEFAULT_LANGUAGE, inEachLanguage } from "@skucast/contracts/languages";
import type { NotificationKind } from "@skucast/contracts/notifications/notification-kinds";
import type { TransactionClient } from "../database.js";
import { insertNotices, type NoticeTexts } from "./insert-notices.js";
import { reserveMail } from "./reserve-mail.js";

/** What has a problem. */
export interface Problematic {
  readonly workspaceId: string;
  readonly kind: NotificationKind;
  /** Its id, or ids joined by a slash: a feed and its destination. */
  readonly objectId: string;
  /** The channel that it belongs to; null for none. */
  readonly channelId: string | null;
}

interface Reported {
  /** The event that reports it. */
  readonly eventId: string;
  readonly now: Date;
  /** Whether this deployment sends mails. Incidents are recorded in any case: members read them in the dashboard. */
  readonly isMailing: boolean;
  /** Composes the mail, whose subject is also shown in the dashboard. Called only if the problem is new or over. */
  readonly describe: () => NoticeTexts | Promise<NoticeTexts>;
}

const OPEN = `
  SELECT id, kind, acknowledged_at IS NOT NULL AS "isAcknowledged" FROM incidents
  WHERE workspace_id = $1 AND kind = ANY ($2::text[]) AND object_id = $3 AND closed_at IS NULL ORDER BY id FOR UPDATE`;

const INSERT = `
  INSERT INTO incidents
    (workspace_id, id, kind, object_id, channel_id, subject, subjects, opened_at, is_opening_mailed)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (workspace_id, kind, object_id) WHERE closed_at IS NULL DO NOTHING`;

/** A problem that a member has decided about and that happens again counts as another one. */
const REOPEN = `
  UPDATE incidents SET acknowledged_at = NULL, opened_at = $3, subject = $4, subjects = $5, is_opening_mailed = $6
  WHERE workspace_id = $1 AND id = $2`;

const CLOSE = `
  UPDATE incidents SET closed_at = $3, closed_subject = $4, closed_subjects = $5, is_closing_mailed = $6
  WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND closed_at IS NULL`;

interface OpenIncident {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly isAcknowledged: boolean;
}

/**
 * Records that a problem exists, and queues a mail about it unless it was known or no mails are sent: one mail, no matter how
 * often and by how many workers it is reported. Returns whether it was new.
 */
export async function openIncident(
  client: TransactionClient,
  problem: Problematic,
  { eventId, now, isMailing, describe }: Reported,
): Promise<boolean> {
  const { workspaceId, kind, objectId, channelId } = problem;
  const [known] = await openIncidents(client, problem, [kind]);
  if (known && !known.isAcknowledged) return false;
  const texts = await describe();
  const isMailed = isMailing && (await reserveMail(client, workspaceId, now));
  const id = newId("inc", now.getTime());
  const { rowCount } = known
    ? await client.query(REOPEN, [workspaceId, known.id, now, ...subjectsOf(texts), isMailed])
    : await client.query(INSERT, [workspaceId, id, kind, objectId, channelId, ...subjectsOf(texts), now, isMailed]);
  if (rowCount !== 1) return false;
  if (isMailed) await insertNotices(client, { workspaceId, eventId, kind, channelId, objectId, now, texts });
  return true;
}

/**
 * Records that problems of an object are over, and queues one mail about that to everyone who gets mails of one of the
 * kinds. Does nothing if there was no problem. Returns whether there was one.
 */
export async function closeIncidents(
  client: TransactionClient,
  { kinds, ...object }: Omit<Problematic, "kind"> & { readonly kinds: readonly NotificationKind[] },
  { eventId, now, isMailing, describe }: Reported,
): Promise<boolean> {
  const { workspaceId, objectId, channelId } = object;
  const open = await openIncidents(client, object, kinds);
  if (open.length === 0) return false;
  const texts = await describe();
  const isMailed = isMailing && (await reserveMail(client, workspaceId, now));
  const ids = open.map(({ id }) => id);
  await client.query(CLOSE, [workspaceId, ids, now, ...subjectsOf(texts), isMailed]);
  if (!isMailed) return true;
  // Each person gets one mail for an event, so a member who gets several of the kinds gets it once.
  for (const { kind } of open) {
    await insertNotices(client, { workspaceId, eventId, kind, channelId, objectId, now, texts });
  }
  return true;
}

/** Records a problem that happened once and has no end, and queues a mail about it. */
export async function reportOnce(
  client: TransactionClient,
  problem: Problematic,
  { eventId, now, isMailing, describe }: Reported,
): Promise<void> {
  const { workspaceId, kind, objectId, channelId } = problem;
  const texts = await describe();
  const isMailed = isMailing && (await reserveMail(client, workspaceId, now));
  const id = newId("inc", now.getTime());
  const values = [workspaceId, id, kind, objectId, channelId, ...subjectsOf(texts), now, isMailed];
  await client.query(INSERT_ONCE, values);
  if (isMailed) await insertNotices(client, { workspaceId, eventId, kind, channelId, objectId, now, texts });
}

/** It has no mail about its end, so none is left out. */
const INSERT_ONCE = `
  INSERT INTO incidents
    (workspace_id, id, kind, object_id, channel_id, subject, subjects, opened_at, is_opening_mailed, closed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)`;

/** The subject in the default language, which every version reads, and the subjects of all. */
const subjectsOf = (texts: NoticeTexts): readonly [subject: string, subjects: string] => [
  texts[DEFAULT_LANGUAGE].subject,
  JSON.stringify(inEachLanguage((language) => texts[language].subject)),
];

async function openIncidents(
  client: TransactionClient,
  { workspaceId, objectId }: Pick<Problematic, "workspaceId" | "objectId">,
  kinds: readonly NotificationKind[],
): Promise<readonly OpenIncident[]> {
  const { rows } = await client.query<OpenIncident>(OPEN, [workspaceId, kinds, objectId]);
  return rows;
}
