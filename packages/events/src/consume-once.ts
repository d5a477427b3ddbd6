import { type Database, inSystem, type TransactionClient } from "@skucast/db/database";
import type { Envelope } from "./envelope.js";

export interface ConsumeOnceInput {
  readonly db: Database;
  /** Who consumes; each consumer handles each event once. */
  readonly consumer: string;
  readonly event: Pick<Envelope, "id" | "workspace_id">;
}

const REMEMBER = `INSERT INTO inbox (workspace_id, consumer, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

/**
 * Runs `effect` in the transaction that remembers the event in the inbox, so that a message that comes again has no
 * second effect. Answers `done` either way; throws what the effect throws, and then nothing was written.
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
