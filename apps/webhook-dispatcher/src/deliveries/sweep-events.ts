import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { textArray } from "@skucast/db/array-parameter";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { CONSUMER, type PlannableEvent } from "./plannable-event.js";
import { readPassedUntilMs, sendMark } from "./sweep-marks.js";
import { advanceSweep, lockSweep } from "./sweeps.js";

/** Younger events are still on their way through the bus. */
const GRACE_MS = 60_000;
/** The longest time between the start of the relay's transaction, which is `sent_at`, and its message in the queue. */
const SENDING_MS_MAX = 30_000;
/** A transaction commits at most this long after its event's time, because PostgreSQL cancels longer ones. */
export const LATE_MS = 180_000;
/** Events that one round looks up. */
const ROUND_MAX = 500;
/** Before all events. */
const START = new Date(0);

const OLDEST_UNSENT = "SELECT created_at FROM outbox ORDER BY event_id LIMIT 1";

/** From $2 on: before it are rows that were deleted, which an open snapshot may keep in the index. */
const SENT = {
  name: "webhook-dispatcher.sent-events",
  text: `SELECT ctid::text AS place, workspace_id, event_id, sent_at FROM sent_events
         WHERE sent_at >= $2 AND sent_at < $1 ORDER BY sent_at LIMIT ${ROUND_MAX} FOR UPDATE SKIP LOCKED`,
};

/**
 * Each check is a lookup by the whole key: in a join, a planner without statistics reads the whole inbox. Events that wait
 * for their workspace's turn are not lost, and those of a workspace that had no endpoint at the time need no planning.
 */
const FIND = {
  name: "webhook-dispatcher.find-unplanned",
  text: `
    SELECT e.workspace_id, e.id, e.type, e.data::json AS data
    FROM unnest($1::text[], $2::text[]) AS s (workspace_id, id)
    JOIN LATERAL (
      SELECT * FROM events v WHERE v.workspace_id = s.workspace_id AND v.id = s.id LIMIT 1
    ) e ON e.type = ANY ($3::text[])
    WHERE (SELECT true FROM inbox i WHERE i.workspace_id = s.workspace_id AND i.consumer = $4 AND i.event_id = s.id LIMIT 1) IS NULL
      AND (SELECT true FROM waiting_events w WHERE w.workspace_id = s.workspace_id AND w.event_id = s.id LIMIT 1) IS NULL
      AND (SELECT true FROM webhook_endpoints p WHERE p.workspace_id = s.workspace_id AND p.created_at <= e.created_at LIMIT 1)
    ORDER BY e.created_at, e.id`,
};

const FORGET = {
  name: "webhook-dispatcher.forget-sent-events",
  text: "DELETE FROM sent_events WHERE ctid = ANY ($1::tid[])",
};

interface SentRow {
  readonly place: string;
  readonly workspace_id: string;
  readonly event_id: string;
  readonly sent_at: Date;
}

/**
 * Creates a function that plans events that the bus confirmed and then lost: those that left the outbox, never reached
 * the inbox, and can no longer be in the queue. It returns `more` while there are more to look up. Any number of
 * dispatchers may call it; one at a time does the work.
 *
 * It also records until when the log is planned: every event created before that was sent by then, or is late (LATE_MS)
 * or bulk.
 */
export function createEventSweep(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock" | "logger">,
  plan: (event: PlannableEvent) => Promise<unknown>,
): () => Promise<RunOutcome> {
  let start = START;
  let isBehind = false;
  /** Everything created before `createdMs` was sent before `sentMs`. */
  let unsent: { readonly createdMs: number; readonly sentMs: number } | undefined;

  /** Looks up the oldest events that were sent before `untilMs`. Returns whether there are more. */
  async function checkSent(client: TransactionClient, untilMs: number): Promise<boolean> {
    const { rows } = await client.query<SentRow>({ ...SENT, values: [new Date(untilMs), start] });
    if (rows.length > 0) {
      await planLost(client, rows);
      await client.query({ ...FORGET, values: [rows.map(({ place }) => place)] });
    }
    const isMore = rows.length === ROUND_MAX;
    start = isMore ? (rows.at(-1)?.sent_at ?? START) : START;
    return isMore;
  }

  async function planLost(client: TransactionClient, rows: readonly SentRow[]): Promise<void> {
    const workspaceIds = textArray(rows.map((row) => row.workspace_id));
    const ids = textArray(rows.map((row) => row.event_id));
    const values = [workspaceIds, ids, DELIVERED_EVENT_TYPES, CONSUMER];
    const { rows: lost } = await client.query<PlannableEvent>({ ...FIND, values });
    if (lost.length === 0) return;
    await Promise.all(lost.map(plan));
    const fields = { event: "events.recovered", count: lost.length };
    ctx.logger.warn(fields, "the bus lost events; their deliveries are planned from the log");
  }

  /** Advances the sweep once all events are planned that had been sent when the oldest unsent one was last read. */
  async function advance(client: TransactionClient, untilMs: number): Promise<void> {
    if (unsent !== undefined && unsent.sentMs < untilMs) {
      await advanceSweep(client, CONSUMER, new Date(unsent.createdMs));
      unsent = undefined;
    }
    const sentMs = ctx.clock.now().getTime();
    unsent ??= { createdMs: Math.min(sentMs, await oldestUnsentMs(client)), sentMs };
  }

  return () =>
    inSystem(ctx.db, async (client) => {
      if (!(await lockSweep(client, CONSUMER))) return "idle";
      if (!isBehind) await sendMark(ctx);
      const passedUntilMs = (await readPassedUntilMs(client)) - SENDING_MS_MAX;
      const untilMs = Math.min(ctx.clock.now().getTime() - GRACE_MS, passedUntilMs);
      isBehind = await checkSent(client, untilMs);
      if (!isBehind) await advance(client, untilMs);
      return isBehind ? "more" : "idle";
    });
}

async function oldestUnsentMs(client: TransactionClient): Promise<number> {
  const { rows } = await client.query<{ created_at: Date }>(OLDEST_UNSENT);
  return rows[0]?.created_at.getTime() ?? Number.POSITIVE_INFINITY;
}
