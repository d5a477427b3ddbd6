import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { firstIdAt } from "@skucast/contracts/ids";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { CONSUMER, type EventHead } from "./event-head.js";
import { advanceSweep, holdSweep } from "./sweeps.js";

/** An event that is younger is on its way: the bus has this long before it is passed by. */
const GRACE_MS = 60_000;
/**
 * A transaction commits at most this long after its event's time: ours are ended by PostgreSQL before. So each event is
 * looked for a second time then, and no more: in a burst a look costs as much as planning does. What is older than the
 * sweep by this is planned.
 */
export const LATE_MS = 180_000;
/** One round looks at no more than this much of the log, and plans no more events than this. */
const WINDOW_MS = 3_600_000;
const FOUND_MAX = 500;

const OLDEST_UNSENT = "SELECT created_at FROM outbox ORDER BY event_id LIMIT 1";

const FIND = {
  name: "webhook-dispatcher.find-unplanned",
  text: `
    SELECT e.workspace_id, e.id, e.type, e.data::json AS data, e.created_at FROM events e
    WHERE e.id >= $5 AND (e.created_at >= $1 AND e.created_at < $2 OR e.created_at >= $6 AND e.created_at < $7)
      AND e.type = ANY ($3::text[])
      AND NOT EXISTS (SELECT FROM inbox i WHERE i.workspace_id = e.workspace_id AND i.consumer = $4 AND i.event_id = e.id)
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.workspace_id = e.workspace_id AND o.event_id = e.id)
    ORDER BY e.created_at LIMIT ${FOUND_MAX}`,
};

interface FoundRow extends EventHead {
  readonly created_at: Date;
}

/**
 * Plans events that the bus confirmed and then lost: those that left the outbox and never reached the inbox. Answers
 * `more` while it lags behind. Any number of dispatchers may call it; one of them does it.
 */
export function sweepEvents(
  ctx: Pick<DispatcherContext, "db" | "clock" | "logger">,
  plan: (event: EventHead) => Promise<unknown>,
): Promise<RunOutcome> {
  return inSystem(ctx.db, async (client) => {
    const sweptUntil = await holdSweep(client, CONSUMER);
    if (!sweptUntil) return "idle";
    const latestMs = Math.min(ctx.clock.now().getTime() - GRACE_MS, await oldestUnsentMs(client));
    const untilMs = Math.min(latestMs, sweptUntil.getTime() + WINDOW_MS);
    const lateFromMs = sweptUntil.getTime() - LATE_MS;
    const { rows } = await client.query<FoundRow>(FIND, [
      ...[sweptUntil, new Date(untilMs), SUBSCRIBABLE_EVENT_TYPES, CONSUMER],
      // Ids begin with about the same time: older partitions are passed over.
      firstIdAt("evt", lateFromMs - WINDOW_MS),
      ...[new Date(lateFromMs), new Date(untilMs - LATE_MS)],
    ]);
    await Promise.all(rows.map(plan));
    const last = rows.length === FOUND_MAX ? rows.at(-1) : undefined;
    if (rows.length > 0) {
      const fields = { event: "events.recovered", count: rows.length };
      ctx.logger.warn(fields, "the bus lost events, or was slow; their deliveries are planned from the log");
    }
    // More of the same time may be left: the next round begins where this one ended, or where it began when that was later.
    await advanceSweep(client, CONSUMER, last?.created_at ?? new Date(untilMs));
    return last || untilMs < latestMs ? "more" : "idle";
  });
}

/** What the bus has not confirmed yet may still be lost by it: the sweep does not go past that. */
async function oldestUnsentMs(client: TransactionClient): Promise<number> {
  const { rows } = await client.query<{ created_at: Date }>(OLDEST_UNSENT);
  return rows[0]?.created_at.getTime() ?? Number.POSITIVE_INFINITY;
}
