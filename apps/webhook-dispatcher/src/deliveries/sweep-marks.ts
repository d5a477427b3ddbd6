import type { TransactionClient } from "@skucast/db/database";
import { BusUnavailableError } from "@skucast/events/bus";
import type { DispatcherContext } from "../context.js";
import { CONSUMER } from "./plannable-event.js";

/** A mark belongs to no workspace. Dispatchers of earlier versions ignore it. */
export const MARK_TYPE = "webhook-dispatcher.mark";

/** How long a dispatcher may still be planning an event that left the queue just before a mark. */
const IN_HAND_MS = 5_000;

const RECORD = `
  UPDATE sweeps SET passed_until = greatest(passed_until, marked_until), marked_until = greatest(marked_until, $2), marked_at = $3
  WHERE consumer = $1 AND (marked_at IS NULL OR marked_at <= $4)`;
const READ = "SELECT passed_until FROM sweeps WHERE consumer = $1";

/**
 * Publishes a mark to the queue of events, behind everything that the bus has confirmed so far. Queues are first in,
 * first out: an event that was confirmed before the mark and is not planned after the mark was consumed has been lost.
 * Without the bus it does nothing.
 */
export async function sendMark({ bus, clock }: Pick<DispatcherContext, "bus" | "clock">): Promise<void> {
  const timestamp = clock.now().toISOString();
  const id = `mark_${timestamp}`;
  const body = {
    id,
    type: MARK_TYPE,
    timestamp,
    workspace_id: "none",
    sequence: 1,
    data: { object: {}, previous: {} },
  };
  try {
    await bus.publish([{ id, routingKey: MARK_TYPE, body: JSON.stringify(body) }]);
  } catch (error) {
    if (!(error instanceof BusUnavailableError)) throw error;
  }
}

/**
 * Records marks that were consumed; the latest one counts. The mark recorded before becomes effective, if it was consumed
 * long enough ago.
 */
export async function recordPassedMarks(
  { db, clock }: Pick<DispatcherContext, "db" | "clock">,
  marks: readonly Date[],
): Promise<undefined[]> {
  const now = clock.now();
  const latest = new Date(Math.max(...marks.map((mark) => mark.getTime())));
  await db.system.query(RECORD, [CONSUMER, latest, now, new Date(now.getTime() - IN_HAND_MS)]);
  return marks.map(() => undefined);
}

/** Events confirmed before this time have left the queue. Milliseconds since 1970; 0 while it is not known. */
export async function readPassedUntilMs(client: TransactionClient): Promise<number> {
  const { rows } = await client.query<{ passed_until: Date | null }>(READ, [CONSUMER]);
  return rows[0]?.passed_until?.getTime() ?? 0;
}
