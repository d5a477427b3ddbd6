import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { namesType } from "@skucast/contracts/events/type-patterns";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import type { Line } from "../deliveries/advance-lines.js";
import { type LocalOrder, type LocalRow, toLocalOrder } from "../deliveries/leased-delivery.js";
import { ORDER_LEASE_MS } from "../deliveries/leases.js";
import { CONSUMER } from "../deliveries/plannable-event.js";
import { publishLineHeads } from "../deliveries/publish-orders.js";
import { includesChannel, readEventChannels } from "../deliveries/read-event-channels.js";
import type { EventRef, ReadEvents } from "../deliveries/read-events.js";
import type { DispatcherCount } from "../flow/dispatcher-count.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";
import { decidePortion, type LastPortion, PORTION_MAX, PORTION_MIN } from "./decide-portion.js";

/** Time between the steps of a recovery; by then most of a portion has been attempted. */
const STEP_MS = 500;

/** Events that one step reads. */
const EVENTS_MAX = 5_000;

export interface RecoveryTools {
  readonly ctx: Pick<DispatcherContext, "db" | "bus" | "clock" | "hints">;
  readonly limiters: Pick<EndpointLimiters, "capacityFor">;
  readonly dispatchers: Pick<DispatcherCount, "current">;
  readonly readEvents: ReadEvents;
  /** Attempts a delivery that was leased for this process; never rejects. */
  readonly attemptLocal: (order: LocalOrder) => Promise<void>;
}

interface RecoveryRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_types: readonly string[];
  readonly channel_ids: readonly string[] | null;
  readonly is_ordered: boolean;
  readonly rate_per_second: number | null;
  readonly until: Date;
  readonly includes_delivered: boolean;
  readonly position: string;
  readonly portion_from: string;
  readonly portion_size: number;
  readonly created_at: Date;
}

/** A recovery whose endpoint is paused waits. */
const CLAIM = {
  name: "webhook-dispatcher.claim-recovery",
  text: `
    SELECT r.workspace_id, r.id, r.endpoint_id, r.until, r.includes_delivered, r.position, r.portion_from, r.portion_size, r.created_at, e.event_types, e.channel_ids,
           e.ordering = 'per_object' AS is_ordered, e.rate_per_second
    FROM webhook_recoveries r
    JOIN webhook_endpoints e ON e.workspace_id = r.workspace_id AND e.id = r.endpoint_id AND e.status = 'active'
    WHERE r.status = 'running' AND r.next_step_at <= $1
    ORDER BY r.next_step_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
};

/**
 * Of ended deliveries, counts those that ended since the recovery started: earlier ones are not part of the portion.
 * Pending deliveries of a line are due with its head. Here and below, `IS TRUE` makes the planner look deliveries up by
 * event: without statistics it might read all of the endpoint's deliveries for each event.
 */
const LAST_PORTION = {
  name: "webhook-dispatcher.last-portion",
  text: `
    WITH portion AS (
      SELECT d.status, d.completed_at, CASE WHEN d.status <> 'pending' OR d.line IS NULL THEN d.next_attempt_at ELSE (
               SELECT coalesce(head.next_attempt_at, $5) FROM deliveries head
               WHERE head.endpoint_id = d.endpoint_id AND head.line = d.line AND head.workspace_id = d.workspace_id AND head.is_waiting
               ORDER BY head.line_sequence, head.event_id LIMIT 1) END AS next_attempt_at
      FROM deliveries d WHERE d.workspace_id = $1 AND d.event_id > $3 AND d.event_id <= $4 AND (d.endpoint_id = $2) IS TRUE
    )
    SELECT count(*) FILTER (WHERE status = 'pending' AND next_attempt_at <= $5)::int AS waiting,
           count(*) FILTER (WHERE status = 'delivered' AND completed_at >= $6)::int AS delivered,
           count(*) FILTER (WHERE (status = 'failed' AND completed_at >= $6)
                               OR (status = 'pending' AND next_attempt_at > $5))::int AS failed,
           coalesce(extract(epoch FROM max(completed_at) FILTER (WHERE completed_at >= $6)
                                     - min(completed_at) FILTER (WHERE completed_at >= $6)) * 1000, 0)::float AS "tookMs"
    FROM portion`,
};

/**
 * The events that the endpoint subscribes to and did not get, oldest first. If they are fewer than a portion, also the
 * last event that was read and the number of events read. For an endpoint with ordered delivery, events that are not
 * planned yet are left to planning.
 */
const MISSED = {
  name: "webhook-dispatcher.find-missed",
  text: `
    WITH examined AS (
      SELECT id, type, object_id, sequence FROM events WHERE workspace_id = $1 AND id > $3 AND id < $4 ORDER BY id LIMIT ${EVENTS_MAX}
    ), missed AS (
      SELECT x.id AS event_id, x.type, x.object_id, x.sequence, CASE WHEN $9::boolean THEN (
               SELECT e.data::json FROM events e WHERE e.workspace_id = $1 AND e.id = x.id
             ) END AS data
      FROM examined x
      LEFT JOIN deliveries d ON d.workspace_id = $1 AND d.event_id = x.id AND (d.endpoint_id = $2) IS TRUE
      WHERE x.type = ANY ($5::text[]) AND (d.id IS NULL OR d.status IN ('failed', 'cancelled') OR $10::boolean AND d.status = 'delivered')
        AND NOT (x.type LIKE 'webhook_endpoint.%' AND x.object_id = $2)
        AND (NOT $7::boolean OR d.id IS NOT NULL
             OR EXISTS (SELECT FROM inbox i WHERE i.workspace_id = $1 AND i.consumer = $8 AND i.event_id = x.id))
      ORDER BY x.id LIMIT $6
    ), found AS (
      SELECT json_agg(missed ORDER BY event_id) AS missed, count(*) < $6 AS is_short FROM missed
    )
    SELECT missed, CASE WHEN is_short THEN (SELECT max(id) FROM examined) END AS examined_to,
           CASE WHEN is_short THEN (SELECT count(*)::int FROM examined) END AS examined_count
    FROM found`,
};

/**
 * Deliveries in a line wait for their turn. Of the others, the first ones are leased for this process. Missing deliveries
 * are inserted. Existing ones become pending again, unless another process was faster, and restart their schedule.
 */
const MAKE_PENDING = {
  name: "webhook-dispatcher.make-pending",
  text: `
    INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at, line, line_sequence, lease_until)
    SELECT $1, m.id, m.event_id, $2, 'pending', CASE WHEN m.line IS NULL THEN $5::timestamptz END, $5, m.line, m.line_sequence,
           CASE WHEN m.line IS NULL AND m.turn <= $8 THEN $9::timestamptz END
    FROM unnest($3::text[], $4::text[], $6::text[], $7::bigint[]) WITH ORDINALITY AS m (id, event_id, line, line_sequence, turn)
    ON CONFLICT (workspace_id, event_id, endpoint_id) DO UPDATE
      SET status = 'pending', next_attempt_at = excluded.next_attempt_at, completed_at = NULL, lease_until = excluded.lease_until,
          line = excluded.line, line_sequence = excluded.line_sequence, schedule_start = deliveries.attempt_count, is_asked = false
      WHERE deliveries.status IN ('failed', 'cancelled') OR $10::boolean AND deliveries.status = 'delivered'
    RETURNING workspace_id, id, event_id, endpoint_id, claim, unfinished_count, is_asked, lease_until IS NOT NULL AS is_leased`,
};

const MOVE_ON = {
  name: "webhook-dispatcher.move-recovery",
  text: `
    UPDATE webhook_recoveries SET position = $3, portion_from = $4, portion_size = $5, delivery_count = delivery_count + $6,
                                  next_step_at = $7, status = $8, completed_at = $9
    WHERE workspace_id = $1 AND id = $2`,
};

/**
 * Takes one step of one recovery. Once most of the last portion has been attempted, it makes the next deliveries pending,
 * in one short transaction. As many as the endpoint takes soon are attempted by this process, which saves a poll and a
 * message for each. The others become due, for any dispatcher with capacity. Any number of dispatchers may call it
 * concurrently. Returns `more` if it did something, so that other recoveries get their turn without a pause.
 */
export async function stepRecovery(tools: RecoveryTools): Promise<"more" | "idle"> {
  const { db, clock, hints } = tools.ctx;
  const now = clock.now();
  const stepped = await inSystem(db, async (client) => {
    const { rows } = await client.query<RecoveryRow>(CLAIM, [now]);
    const [recovery] = rows;
    if (!recovery) return undefined;
    const size = await nextSize({ ...tools, client }, recovery, now);
    if (size !== undefined) return { recovery, ...(await sendPortion({ ...tools, client }, recovery, { size, now })) };
    await wait(client, recovery, now);
    return { recovery, ...NOTHING };
  });
  if (!stepped) return "idle";
  // Fills the cache with one query: the attempts read their events a few at a time. On failure they read them themselves.
  await tools.readEvents(stepped.events).catch(() => {});
  for (const order of stepped.orders) void tools.attemptLocal(order);
  await publishLineHeads(tools.ctx, stepped.lines);
  hints.note(stepped.recovery.workspace_id, "webhook_endpoint");
  return "more";
}

/** What to do after the deliveries of a portion have become pending. */
interface Portion {
  /** To attempt in this process. */
  readonly orders: readonly LocalOrder[];
  /** The events of these orders. */
  readonly events: readonly EventRef[];
  /** Lines that have new deliveries. */
  readonly lines: readonly Line[];
}

const NOTHING: Portion = { orders: [], events: [], lines: [] };

interface PortionTools extends Omit<RecoveryTools, "attemptLocal"> {
  readonly client: TransactionClient;
}

async function nextSize(
  { client, dispatchers }: PortionTools,
  recovery: RecoveryRow,
  now: Date,
): Promise<number | undefined> {
  const { workspace_id, endpoint_id, portion_from, position, portion_size: size, rate_per_second: rate } = recovery;
  const { rows } = await client.query<Omit<LastPortion, "size">>(LAST_PORTION, [
    workspace_id,
    endpoint_id,
    portion_from,
    position,
    now,
    recovery.created_at,
  ]);
  const [last] = rows;
  const next = decidePortion({ size, waiting: 0, delivered: 0, failed: 0, tookMs: 0, ...last });
  // This dispatcher takes what it may send in a second; the other dispatchers find their part when it is due.
  const sizeMax = rate === null ? PORTION_MAX : Math.max(PORTION_MIN, rate * dispatchers.current());
  return next && Math.min(next, sizeMax);
}

const nextStepAt = (now: Date) => new Date(now.getTime() + STEP_MS);

const WAIT = {
  name: "webhook-dispatcher.wait-recovery",
  text: "UPDATE webhook_recoveries SET next_step_at = $3 WHERE workspace_id = $1 AND id = $2",
};

async function wait(client: TransactionClient, { workspace_id, id }: RecoveryRow, now: Date): Promise<void> {
  await client.query(WAIT, [workspace_id, id, nextStepAt(now)]);
}

async function sendPortion(
  tools: PortionTools,
  recovery: RecoveryRow,
  { size, now }: { size: number; now: Date },
): Promise<Portion> {
  const { ctx, client } = tools;
  const { workspace_id, id, endpoint_id, position, is_ordered } = recovery;
  const { missed: ofAllChannels, examinedTo, isEnd } = await findMissed(client, recovery, size);
  const missed = await filterByChannel(ctx, recovery, ofAllChannels);
  const leased = missed.length > 0 ? await makePending(tools, recovery, { missed, now }) : [];
  const [status, completedAt] = isEnd ? ["completed", now] : ["running", null];
  const moved = [examinedTo ?? position, position, size, missed.length, nextStepAt(now), status, completedAt];
  await client.query(MOVE_ON, [workspace_id, id, ...moved]);
  const lines = is_ordered
    ? missed.map(({ object_id }) => ({ workspaceId: workspace_id, endpointId: endpoint_id, line: object_id }))
    : [];
  return {
    orders: leased.map((row) => toLocalOrder({ ...row, rate_per_second: recovery.rate_per_second })),
    events: leased.map((row) => ({ workspaceId: workspace_id, eventId: row.event_id })),
    lines,
  };
}

interface PendingRow extends Omit<LocalRow, "rate_per_second"> {
  readonly event_id: string;
  readonly is_leased: boolean;
}

/** Returns the deliveries that were leased for this process: as many as the endpoint takes soon. */
async function makePending(
  { client, limiters }: PortionTools,
  { workspace_id, endpoint_id, is_ordered, rate_per_second, includes_delivered }: RecoveryRow,
  { missed, now }: { missed: readonly MissedEvent[]; now: Date },
): Promise<readonly PendingRow[]> {
  const ratePerSecond = rate_per_second ?? undefined;
  const capacity = limiters.capacityFor({ workspaceId: workspace_id, endpointId: endpoint_id, ratePerSecond });
  const { rows } = await client.query<PendingRow>(MAKE_PENDING, [
    workspace_id,
    endpoint_id,
    missed.map(() => newId("dlv", now.getTime())),
    missed.map(({ event_id }) => event_id),
    now,
    missed.map(({ object_id }) => (is_ordered ? object_id : null)),
    missed.map(({ sequence }) => (is_ordered ? sequence : null)),
    capacity,
    new Date(now.getTime() + ORDER_LEASE_MS),
    includes_delivered,
  ]);
  return rows.filter(({ is_leased }) => is_leased);
}

interface MissedEvent {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly sequence: number;
  /** Only if the endpoint filters by channel. */
  readonly data: Envelope["data"] | null;
}

/** The events that pass the endpoint's filter by channel. */
async function filterByChannel(
  ctx: Pick<DispatcherContext, "db">,
  { workspace_id, channel_ids: wanted }: RecoveryRow,
  missed: readonly MissedEvent[],
): Promise<readonly MissedEvent[]> {
  if (wanted === null) return missed;
  const about = missed.flatMap((event) =>
    event.data ? [{ event, id: event.event_id, type: event.type, workspace_id, data: event.data }] : [],
  );
  const channelOfEvent = await readEventChannels(ctx, about);
  return about.filter((it) => includesChannel(wanted, channelOfEvent(it))).map(({ event }) => event);
}

interface MissedRow {
  readonly missed: readonly MissedEvent[] | null;
  /** Null after a full portion. */
  readonly examined_to: string | null;
  /** Null after a full portion. */
  readonly examined_count: number | null;
}

async function findMissed(client: TransactionClient, recovery: RecoveryRow, size: number) {
  const { workspace_id, endpoint_id, event_types, channel_ids, position, until, is_ordered } = recovery;
  const types = DELIVERED_EVENT_TYPES.filter((type) => event_types.some((pattern) => namesType(pattern, type)));
  const end = firstIdAt("evt", until.getTime() + 1);
  const { rows } = await client.query<MissedRow>(MISSED, [
    workspace_id,
    endpoint_id,
    position,
    end,
    types,
    size,
    is_ordered,
    CONSUMER,
    channel_ids !== null,
    recovery.includes_delivered,
  ]);
  const [found] = rows;
  const missed = found?.missed ?? [];
  const isFull = missed.length === size;
  return {
    missed,
    // A full portion may not contain all examined events: the next step continues after its last event.
    examinedTo: (isFull ? missed.at(-1)?.event_id : found?.examined_to) ?? undefined,
    isEnd: !isFull && (found?.examined_count ?? 0) < EVENTS_MAX,
  };
}
