import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";

const WEEK_MS = 7 * 86_400_000;
const BATCH = 1_000;

const KEPT_FOR_NOBODY = `
  SELECT e.workspace_id, e.id FROM events e
  WHERE e.id < $1 AND e.id > 'evt_' AND e.tableoid = 'history.events_other'::regclass AND NOT EXISTS (
    SELECT FROM deliveries d WHERE d.workspace_id = e.workspace_id AND d.event_id = e.id)
  LIMIT ${BATCH}`;

const FORGET_HANDLED = `
  WITH old AS (SELECT workspace_id, consumer, event_id FROM inbox WHERE event_id < $1 AND event_id > 'evt_' LIMIT ${BATCH})
  DELETE FROM inbox i USING old
  WHERE i.workspace_id = old.workspace_id AND i.consumer = old.consumer AND i.event_id = old.event_id`;

/**
 * Deletes what is older than any partition and so lies in the default ones: events that were kept for deliveries which are
 * gone since, and what came while there was no partition for it. Answers whether that was all.
 */
export async function forgetEvents(client: TransactionClient, before: Date): Promise<boolean> {
  // The oldest partition may begin a week before.
  const oldest = firstIdAt("evt", before.getTime() - WEEK_MS);
  const { rows } = await client.query<{ workspace_id: string; id: string }>(KEPT_FOR_NOBODY, [oldest]);
  if (rows.length > 0) {
    await client.query("SELECT history.forget_events($1, $2)", [
      rows.map(({ workspace_id }) => workspace_id),
      rows.map(({ id }) => id),
    ]);
  }
  const { rowCount } = await client.query(FORGET_HANDLED, [oldest]);
  return rows.length < BATCH && (rowCount ?? 0) < BATCH;
}
