import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { firstIdAt } from "@skucast/contracts/ids";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { CONSUMER, type PlannableEvent } from "./plannable-event.js";
import { readPassedUntilMs, sendMark } from "./sweep-marks.js";
import { advanceSweep, lockSweep } from "./sweeps.js";

/** Younger events are still on their way through the bus. */
const GRACE_MS = 60_000;
/**
 * A transaction commits at most this long after its event's time, because PostgreSQL cancels longer ones. The sweep
 * therefore checks each event a second time after this, and not more often: in a burst, checking costs as much as
 * planning. Everything older than that is planned.
 */
export const LATE_MS = 180_000;
/** Limits of one round: the events that it reads, the time span of the log, and the events that it plans. */
const READ_MAX = 2_000;
const WINDOW_MS_MAX = 3_600_000;
const WINDOW_MS_MIN = 1;
const WINDOW_GROWTH = 2;
const FOUND_MAX = 500;
/** Events of the same millisecond are read together, however many they are. */
const NO_LIMIT = 2 ** 31 - 1;

const OLDEST_UNSENT = "SELECT created_at FROM outbox ORDER BY event_id LIMIT 1";

/**
 * Each check is a lookup by the whole key: in a join, a planner without statistics reads the whole inbox. Events of a
 * workspace that had no endpoint at the time need no planning.
 */
const FIND = {
  name: "webhook-dispatcher.find-unplanned",
  text: `
    WITH seen AS MATERIALIZED (
      (SELECT workspace_id, id, created_at FROM events
       WHERE id >= $5 AND created_at >= $1 AND created_at < $2 AND type = ANY ($3::text[]) LIMIT $8)
      UNION ALL
      (SELECT workspace_id, id, created_at FROM events
       WHERE id >= $5 AND created_at >= $6 AND created_at < $7 AND type = ANY ($3::text[]) LIMIT $8)
    ), missing AS MATERIALIZED (
      SELECT s.* FROM seen s
      WHERE (SELECT true FROM inbox i WHERE i.workspace_id = s.workspace_id AND i.consumer = $4 AND i.event_id = s.id LIMIT 1) IS NULL
        AND (SELECT true FROM outbox o WHERE o.workspace_id = s.workspace_id AND o.event_id = s.id LIMIT 1) IS NULL
        AND (SELECT true FROM waiting_events w WHERE w.workspace_id = s.workspace_id AND w.event_id = s.id LIMIT 1) IS NULL
        AND (SELECT true FROM webhook_endpoints p WHERE p.workspace_id = s.workspace_id AND p.created_at <= s.created_at LIMIT 1)
      ORDER BY s.created_at LIMIT ${FOUND_MAX}
    )
    SELECT c.count AS read_count, m.workspace_id, m.id, e.type, e.data::json AS data, m.created_at
    FROM (SELECT count(*)::int AS count FROM seen) c
    LEFT JOIN missing m ON true
    LEFT JOIN LATERAL (
      SELECT * FROM events v WHERE v.workspace_id = m.workspace_id AND v.id = m.id LIMIT 1
    ) e ON true
    ORDER BY m.created_at`,
};

interface FoundEvent extends PlannableEvent {
  readonly created_at: Date;
}
type FoundRow = { readonly read_count: number } & (FoundEvent | { readonly id: null });

const isFound = (row: FoundRow): row is FoundRow & FoundEvent => row.id !== null;

/**
 * Creates a function that plans events that the bus confirmed and then lost: those that left the outbox, never reached
 * the inbox, and can no longer be in the queue. Events that wait in the queue or for their workspace's turn are not lost.
 * It returns `more` while it lags behind. Any number of dispatchers may call it; one at a time does the work.
 */
export function createEventSweep(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock" | "logger">,
  plan: (event: PlannableEvent) => Promise<unknown>,
): () => Promise<RunOutcome> {
  let windowMs = WINDOW_MS_MAX;
  let isBehind = false;

  /** Returns how far the log has been checked, and whether there is more to check. */
  async function checkLog(client: TransactionClient, sweptUntil: Date): Promise<{ until: Date; isMore: boolean }> {
    const nowMs = ctx.clock.now().getTime();
    const latestMs = Math.min(nowMs - GRACE_MS, await oldestUnsentMs(client), await readPassedUntilMs(client));
    const untilMs = Math.min(latestMs, sweptUntil.getTime() + windowMs);
    if (untilMs <= sweptUntil.getTime()) return { until: sweptUntil, isMore: false };
    const lateFromMs = sweptUntil.getTime() - LATE_MS;
    const readMax = windowMs > WINDOW_MS_MIN ? READ_MAX : NO_LIMIT;
    const { rows } = await client.query<FoundRow>(FIND, [
      sweptUntil,
      new Date(untilMs),
      DELIVERED_EVENT_TYPES,
      CONSUMER,
      // Ids start with approximately the same time, so older partitions are not read.
      firstIdAt("evt", lateFromMs - WINDOW_MS_MAX),
      new Date(lateFromMs),
      new Date(untilMs - LATE_MS),
      readMax,
    ]);
    const readCount = rows[0]?.read_count ?? 0;
    if (readCount >= readMax) {
      windowMs = Math.max(WINDOW_MS_MIN, Math.floor((untilMs - sweptUntil.getTime()) / WINDOW_GROWTH));
      return { until: sweptUntil, isMore: true };
    }
    if (readCount < READ_MAX / WINDOW_GROWTH) windowMs = Math.min(WINDOW_MS_MAX, windowMs * WINDOW_GROWTH);
    const found = rows.filter(isFound);
    await Promise.all(found.map(plan));
    if (found.length > 0) {
      const fields = { event: "events.recovered", count: found.length };
      ctx.logger.warn(fields, "the bus lost events; their deliveries are planned from the log");
    }
    // More events with the same timestamp may be left, so the next round starts with the last one found.
    const last = found.length === FOUND_MAX ? found.at(-1) : undefined;
    return { until: last?.created_at ?? new Date(untilMs), isMore: last !== undefined || untilMs < latestMs };
  }

  return () =>
    inSystem(ctx.db, async (client) => {
      const sweptUntil = await lockSweep(client, CONSUMER);
      if (!sweptUntil) return "idle";
      if (!isBehind) await sendMark(ctx);
      const { until, isMore } = await checkLog(client, sweptUntil);
      isBehind = isMore;
      await advanceSweep(client, CONSUMER, until);
      return isMore ? "more" : "idle";
    });
}

/** The bus may still lose events that it has not confirmed yet, so the sweep stops at the oldest of them. */
async function oldestUnsentMs(client: TransactionClient): Promise<number> {
  const { rows } = await client.query<{ created_at: Date }>(OLDEST_UNSENT);
  return rows[0]?.created_at.getTime() ?? Number.POSITIVE_INFINITY;
}
