import type { TransactionClient } from "@skucast/db/database";
import { BusUnavailableError } from "@skucast/events/bus";
import type { DispatcherContext } from "../context.js";
import { CONSUMER } from "./event-head.js";

/** A mark is no event of a workspace. Dispatchers of earlier versions let it pass. */
export const MARK_TYPE = "webhook-dispatcher.mark";

/** What came out of the queue just before a mark may be in somebody's hands for so long. */
const IN_HAND_MS = 5_000;

const NOTE = `
  UPDATE sweeps SET passed_until = greatest(passed_until, marked_until), marked_until = greatest(marked_until, $2), marked_at = $3
  WHERE consumer = $1 AND (marked_at IS NULL OR marked_at <= $4)`;
const READ = "SELECT passed_until FROM sweeps WHERE consumer = $1";

/**
 * Puts a mark into the queue of events, behind everything that the bus has confirmed by now. A queue is first come, first
 * served, so what was confirmed before and has not been planned when the mark has come out of it was lost. Without the
 * bus there is no mark.
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

/** Notes a mark that came out of the queue. The one before it holds from now on, if it came out long enough ago. */
export async function notePassed(
  { db, clock }: Pick<DispatcherContext, "db" | "clock">,
  markedUntil: Date,
): Promise<void> {
  const now = clock.now();
  await db.system.query(NOTE, [CONSUMER, markedUntil, now, new Date(now.getTime() - IN_HAND_MS)]);
}

/** Up to when consumers have passed what was handed to the bus; 0 while that is not known. Milliseconds since 1970. */
export async function passedUntilMs(client: TransactionClient): Promise<number> {
  const { rows } = await client.query<{ passed_until: Date | null }>(READ, [CONSUMER]);
  return rows[0]?.passed_until?.getTime() ?? 0;
}
