import type { TransactionClient } from "@skucast/db/database";

/** A process that cannot lock the row skips this round. */
const LOCK = "SELECT swept_until FROM sweeps WHERE consumer = $1 FOR UPDATE SKIP LOCKED";
const ADVANCE = "UPDATE sweeps SET swept_until = $2 WHERE consumer = $1 AND swept_until < $2";

/** Locks the sweep until the transaction ends. Returns how far it got; undefined while another process has the lock. */
export async function lockSweep(client: TransactionClient, consumer: string): Promise<Date | undefined> {
  const { rows } = await client.query<{ swept_until: Date }>(LOCK, [consumer]);
  return rows[0]?.swept_until;
}

/** Sets where the next round starts. It never moves backwards. */
export async function advanceSweep(client: TransactionClient, consumer: string, sweptUntil: Date): Promise<void> {
  await client.query(ADVANCE, [consumer, sweptUntil]);
}
