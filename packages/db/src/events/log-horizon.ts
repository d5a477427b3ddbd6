import type { TransactionClient } from "../database.js";

/** Below it every transaction has ended: nothing will be added there. Where nothing is, reading goes on from here. */
const HORIZON =
  "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset AS position FROM event_log";

/** The position up to which what is read forward is complete, as a whole number in text (ADR 0036). */
export async function readHorizon(client: TransactionClient): Promise<string> {
  const { rows } = await client.query<{ position: string }>(HORIZON);
  return rows[0]?.position ?? "0";
}
