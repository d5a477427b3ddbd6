import type { TransactionClient } from "@skucast/db/database";

/** Tables that lie in partitions, each with what of a partition is kept beyond its age: what somebody still waits for. */
const TABLES = {
  events: `EXISTS (SELECT FROM deliveries d WHERE d.workspace_id = h.workspace_id AND d.event_id = h.id AND d.status = 'pending')`,
  delivery_attempts: `EXISTS (SELECT FROM deliveries d WHERE d.workspace_id = h.workspace_id AND d.id = h.delivery_id AND d.status = 'pending')`,
  inbox: "false",
};

/**
 * Drops the oldest partition of each table that holds nothing from `before` on; answers their names. What is kept moves to
 * the default partition, in the same transaction.
 */
export async function dropOldest(client: TransactionClient, before: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const [table, isKept] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string | null }>("SELECT history.detach($1, $2) AS name", [
      ...[table, before],
    ]);
    const name = rows[0]?.name;
    if (typeof name !== "string") continue;
    const partition = `history.${client.escapeIdentifier(name)}`;
    await client.query(`INSERT INTO ${table} SELECT h.* FROM ${partition} h WHERE ${isKept}`);
    await client.query("SELECT history.drop($1)", [name]);
    dropped.push(name);
  }
  return dropped;
}
