import { type Database, inSystem, type TransactionClient } from "@skucast/db/database";
import type { Envelope } from "./envelope.js";

export interface ConsumeOnceInput {
  readonly db: Database;
  /** Name of the consumer. Each consumer handles each event once. */
  readonly consumer: string;
  readonly event: Pick<Envelope, "id" | "workspace_id">;
}

const REMEMBER = `INSERT INTO inbox (workspace_id, consumer, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

/**
 * Runs `effect` in the transaction that inserts the event into the inbox, so that a repeated message has no second
 * effect. Returns `done` either way. If the effect throws, so does this, and nothing was written.
 */
export function consumeOnce(
  { db, consumer, event }: ConsumeOnceInput,
  effect: (client: TransactionClient) => Promise<void>,
): Promise<"done"> {
  return inSystem<"done">(db, async (client) => {
    const { rowCount } = await client.query(REMEMBER, [event.workspace_id, consumer, event.id]);
    if (rowCount === 1) await effect(client);
    return "done";
  });
}
