import { inEachLanguage } from "@skucast/contracts/languages";
import { LIMITS } from "@skucast/contracts/limits";
import type { TransactionClient } from "../database.js";
import { insertNotices } from "./insert-notices.js";
import { SUMMARY } from "./recipients.js";

const HOUR_MS = 3_600_000;

/** Workers that report problems of one workspace take turns until their transactions end, so the count is exact. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1 || ' problem mails', 0))";

/** One mail that ends several incidents counts once. */
const SENT = `
  SELECT (SELECT count(*) FROM incidents WHERE workspace_id = $1 AND opened_at >= $2 AND is_opening_mailed)
    + (SELECT count(DISTINCT (closed_at, object_id)) FROM incidents
       WHERE workspace_id = $1 AND closed_at >= $2 AND is_closing_mailed) AS count`;

/**
 * Whether the workspace may send another mail about a problem within this clock hour. If not, the first one that is left
 * out queues a summary, which is sent when the hour is over. It is composed then (`compose-summary.ts`).
 */
export async function reserveMail(client: TransactionClient, workspaceId: string, now: Date): Promise<boolean> {
  const hour = startOfHour(now);
  await client.query(LOCK, [workspaceId]);
  const { rows } = await client.query<{ count: string }>(SENT, [workspaceId, hour]);
  if (Number(rows[0]?.count) < LIMITS.problemMailsPerHour) return true;
  await insertNotices(client, {
    workspaceId,
    eventId: `${SUMMARY}.${hour.getTime()}.${workspaceId}`,
    kind: SUMMARY,
    channelId: null,
    texts: inEachLanguage(() => ({ subject: "", body: "" })),
    now,
    sendAt: new Date(hour.getTime() + HOUR_MS),
  });
  return false;
}

const startOfHour = (now: Date): Date => new Date(now.getTime() - (now.getTime() % HOUR_MS));

/** The hour that a summary is about, from its event id. */
export function hourOfSummary(eventId: string): { readonly from: Date; readonly until: Date } {
  const ms = Number(eventId.split(".")[1]);
  return { from: new Date(ms), until: new Date(ms + HOUR_MS) };
}
