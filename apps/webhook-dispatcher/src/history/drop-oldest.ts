import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";
import { BEGUN_OVERLAP_MS, BEGUN_SWEEP } from "../deliveries/free-begun.js";

/** Tables that lie in partitions, each with what of a partition is kept beyond its age: what somebody still waits for. */
const TABLES = {
  events: { key: "id", prefix: "evt", keptBy: "event_id" },
  delivery_attempts: { key: "delivery_id", prefix: "dlv", keptBy: "id" },
  inbox: undefined,
} as const;

/**
 * What is pending, however much has ended: what waits has an index of its own, and what was begun as it was planned is
 * among the latest. The table is locked meanwhile, so nothing that grows with the history may be read.
 */
const PENDING = `
  SELECT workspace_id, id, event_id FROM deliveries WHERE is_waiting
  UNION ALL
  SELECT workspace_id, id, event_id FROM deliveries
  WHERE completed_at IS NULL AND NOT is_waiting AND created_at >= (
    SELECT swept_until - interval '${BEGUN_OVERLAP_MS} ms' FROM sweeps WHERE consumer = '${BEGUN_SWEEP}')`;

/**
 * Drops the oldest partition of each table that holds nothing from `before` on; answers their names. What is kept moves to
 * the default partition, in the same transaction.
 */
export async function dropOldest(client: TransactionClient, before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const [table, kept] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string | null }>("SELECT history.detach($1, $2) AS name", [
      ...[table, before],
    ]);
    const name = rows[0]?.name;
    if (typeof name !== "string") continue;
    if (kept) {
      await client.query(
        `INSERT INTO ${table} SELECT h.* FROM (
           SELECT DISTINCT workspace_id, ${kept.keptBy} AS key FROM (${PENDING}) d WHERE ${kept.keptBy} < $1
         ) p JOIN history.${client.escapeIdentifier(name)} h ON h.workspace_id = p.workspace_id AND h.${kept.key} = p.key`,
        [firstIdAt(kept.prefix, before.getTime())],
      );
    }
    await client.query("SELECT history.drop($1)", [name]);
    dropped.push(name);
  }
  return dropped;
}
