import type { TransactionClient } from "@skucast/db/database";

/** Whoever does not get the row leaves the round to the one who has it. */
const HOLD = "SELECT swept_until FROM sweeps WHERE consumer = $1 FOR UPDATE SKIP LOCKED";
const ADVANCE = "UPDATE sweeps SET swept_until = $2 WHERE consumer = $1 AND swept_until < $2";

/** Up to when a log has been swept, held until the transaction ends; undefined while somebody else holds it. */
export async function holdSweep(client: TransactionClient, consumer: string): Promise<Date | undefined> {
  const { rows } = await client.query<{ swept_until: Date }>(HOLD, [consumer]);
  return rows[0]?.swept_until;
}

/** The next round begins there; never before where this one began. */
export async function advanceSweep(client: TransactionClient, consumer: string, sweptUntil: Date): Promise<void> {
  await client.query(ADVANCE, [consumer, sweptUntil]);
}
