import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";

const WEEK_MS = 7 * 86_400_000;
const BATCH = 1_000;

const UNREFERENCED = `
  SELECT e.workspace_id, e.id FROM events e
  WHERE e.id < $1 AND e.id > 'evt_' AND e.tableoid = 'history.events_other'::regclass AND NOT EXISTS (
    SELECT FROM deliveries d WHERE d.workspace_id = e.workspace_id AND d.event_id = e.id)
  LIMIT ${BATCH}`;

const DELETE_INBOX = `
  WITH old AS (SELECT workspace_id, consumer, event_id FROM inbox WHERE event_id < $1 AND event_id > 'evt_' LIMIT ${BATCH})
  DELETE FROM inbox i USING old
  WHERE i.workspace_id = old.workspace_id AND i.consumer = old.consumer AND i.event_id = old.event_id`;

/**
 * Deletes rows of the default partitions that are older than any other partition: events kept for deliveries that no
 * longer exist, and rows for which no partition existed. Returns whether that was all.
 */
export async function deleteUnreferencedEvents(client: TransactionClient, before: Date): Promise<boolean> {
  // The oldest partition may start up to a week before.
  const oldest = firstIdAt("evt", before.getTime() - WEEK_MS);
  const { rows } = await client.query<{ workspace_id: string; id: string }>(UNREFERENCED, [oldest]);
  if (rows.length > 0) {
    await client.query("SELECT history.forget_events($1, $2)", [
      rows.map(({ workspace_id }) => workspace_id),
      rows.map(({ id }) => id),
    ]);
  }
  const { rowCount } = await client.query(DELETE_INBOX, [oldest]);
  return rows.length < BATCH && (rowCount ?? 0) < BATCH;
}
