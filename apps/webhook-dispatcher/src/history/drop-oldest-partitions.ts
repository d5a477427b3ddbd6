import { firstIdAt } from "@skucast/contracts/ids";
import type { TransactionClient } from "@skucast/db/database";
import { ORPHAN_OVERLAP_MS, ORPHAN_SWEEP } from "../deliveries/release-orphaned-attempts.js";

/** Partitioned tables. Rows of pending deliveries outlive their partition; `keptBy` is their key in `deliveries`. */
const TABLES = {
  events: { key: "id", prefix: "evt", keptBy: "event_id" },
  delivery_attempts: { key: "delivery_id", prefix: "dlv", keptBy: "id" },
  inbox: undefined,
} as const;

/**
 * All pending deliveries, without reading the history: waiting deliveries have an index of their own, and deliveries that
 * were claimed when they were planned are among the latest. The table is locked meanwhile, so this must not take longer
 * as the history grows.
 */
const PENDING = `
  SELECT workspace_id, id, event_id FROM deliveries WHERE is_waiting
  UNION ALL
  SELECT workspace_id, id, event_id FROM deliveries
  WHERE completed_at IS NULL AND NOT is_waiting AND created_at >= (
    SELECT swept_until - interval '${ORPHAN_OVERLAP_MS} ms' FROM sweeps WHERE consumer = '${ORPHAN_SWEEP}')`;

/**
 * Drops the oldest partition of each table if it contains nothing from `before` on; returns the names. Rows to keep move
 * to the default partition in the same transaction.
 */
export async function dropOldestPartitions(client: TransactionClient, before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const [table, kept] of Object.entries(TABLES)) {
    const detach = "SELECT history.detach($1, $2) AS name";
    const { rows } = await client.query<{ name: string | null }>(detach, [table, before]);
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
