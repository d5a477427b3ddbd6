import type { TransactionClient } from "../database.js";

/**
 * Every transaction below this position has ended, so no event will be added below it. If there is no event, reading
 * continues from here.
 */
const HORIZON =
  "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset AS position FROM event_log";

/** The position up to which the event log is complete, as an integer in a string (ADR 0036). */
export async function readHorizon(client: TransactionClient): Promise<string> {
  const { rows } = await client.query<{ position: string }>(HORIZON);
  return rows[0]?.position ?? "0";
}
