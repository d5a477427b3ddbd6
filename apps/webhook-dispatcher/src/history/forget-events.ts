import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";

const WEEK_MS = 7 * 86_400_000;
const BATCH = 1_000;

/** A week and more before the oldest partition begins: what is as old lies in the default one. */
const KEPT_FOR_NOBODY = `
  SELECT e.workspace_id, e.id FROM events e
  WHERE e.id < $1 AND e.id > 'evt_' AND NOT EXISTS (
    SELECT FROM deliveries d WHERE d.workspace_id = e.workspace_id AND d.event_id = e.id AND d.status = 'pending')
  LIMIT ${BATCH}`;

/** Deletes events that outlived their partition for deliveries that have ended since; answers whether that was all. */
export async function forgetEvents(client: TransactionClient, before: Date): Promise<boolean> {
  const { rows } = await client.query<{ workspace_id: string; id: string }>(KEPT_FOR_NOBODY, [
    firstIdAt("evt", before.getTime() - WEEK_MS),
  ]);
  if (rows.length > 0) {
    await client.query("SELECT history.forget_events($1, $2)", [
      rows.map(({ workspace_id }) => workspace_id),
      rows.map(({ id }) => id),
    ]);
  }
  return rows.length < BATCH;
}
