import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { namesType } from "@skucast/contracts/events/type-patterns";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import { isAmong, readChannels } from "../deliveries/channel-of.js";
import type { EventRef, ReadEvents } from "../deliveries/event-bodies.js";
import { CONSUMER } from "../deliveries/event-head.js";
import { ORDER_LEASE_MS } from "../deliveries/leases.js";
import type { Line } from "../deliveries/lines.js";
import { orderHeads } from "../deliveries/order-heads.js";
import { type OwnOrder, type OwnRow, ownOrderOf } from "../deliveries/ordered-row.js";
import type { DispatcherCount } from "../flow/dispatcher-count.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { decidePortion, type LastPortion, PORTION_MAX, PORTION_MIN } from "./decide-portion.js";

/** A recovery is looked at again after this: by then a portion is mostly attempted. */
const STEP_MS = 500;

/** Events that one step looks at. */
const EVENTS_MAX = 5_000;

export interface RecoveryTools {
  readonly ctx: Pick<DispatcherContext, "db" | "bus" | "clock" | "hints">;
  readonly lanes: Pick<EndpointLanes, "roomFor">;
  readonly dispatchers: Pick<DispatcherCount, "current">;
  readonly readEvents: ReadEvents;
  /** Attempts what is leased for it in this process; never rejects. */
  readonly attemptHere: (order: OwnOrder) => Promise<void>;
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
 * Only what ended since the recovery began: it may pass over failures that it leaves alone. In a line all wait for the time
 * of its head. By events, here and below: a planner that does not know yet how many deliveries there are might take the
 * index by endpoint, and read all of the endpoint's for each event; `IS TRUE` keeps it from that.
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
 * What the endpoint wants and has not got, oldest first; and how far the look went, where that found less than a portion:
 * a full one ends the look, and nobody asks for the rest. What nobody has planned yet is left to those who do, where
 * order counts.
 */
const MISSED = {
  name: "webhook-dispatcher.find-missed",
  text: `
    WITH looked AS (
      SELECT id, type, object_id, sequence FROM events WHERE workspace_id = $1 AND id > $3 AND id < $4 ORDER BY id LIMIT ${EVENTS_MAX}
    ), missed AS (
      SELECT l.id AS event_id, l.type, l.object_id, l.sequence, CASE WHEN $9::boolean THEN (
               SELECT e.data::json FROM events e WHERE e.workspace_id = $1 AND e.id = l.id
             ) END AS data
      FROM looked l
      LEFT JOIN deliveries d ON d.workspace_id = $1 AND d.event_id = l.id AND (d.endpoint_id = $2) IS TRUE
      WHERE l.type = ANY ($5::text[]) AND (d.id IS NULL OR d.status IN ('failed', 'cancelled') OR $10::boolean AND d.status = 'delivered')
        AND NOT (l.type LIKE 'webhook_endpoint.%' AND l.object_id = $2)
        AND (NOT $7::boolean OR d.id IS NOT NULL
             OR EXISTS (SELECT FROM inbox i WHERE i.workspace_id = $1 AND i.consumer = $8 AND i.event_id = l.id))
      ORDER BY l.id LIMIT $6
    ), found AS (
      SELECT json_agg(missed ORDER BY event_id) AS missed, count(*) < $6 AS is_short FROM missed
    )
    SELECT missed, CASE WHEN is_short THEN (SELECT max(id) FROM looked) END AS looked_to,
           CASE WHEN is_short THEN (SELECT count(*)::int FROM looked) END AS looked_count
    FROM found`,
};

/**
 * In a line they wait for their turn; of the others the first ones are leased, for an order that needs no bus. New
 * deliveries have ids; those that exist become pending again, unless somebody else was quicker, and begin their schedule
 * anew.
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
 * One step of one recovery: when the last portion was mostly attempted, the next deliveries become pending, all in one short
 * transaction. As many as the endpoint's lane takes soon are attempted in this process, which spares each of them being
 * found due, and a message; the others are found due, by whichever dispatcher has room. Any number of dispatchers may do it
 * at once. Answers `more` when it did something, so that others get their turn without a pause.
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
  // All at once, to be remembered when their turn comes a few at a time; who does not find one reads it again.
  await tools.readEvents(stepped.events).catch(() => {});
  for (const order of stepped.orders) void tools.attemptHere(order);
  await orderHeads(tools.ctx, stepped.lines);
  hints.note(stepped.recovery.workspace_id, "webhook_endpoint");
  return "more";
}

/** What follows when the deliveries of a portion are pending. */
interface Portion {
  /** For this process. */
  readonly orders: readonly OwnOrder[];
  /** Of those. */
  readonly events: readonly EventRef[];
  /** In which deliveries wait for their turn now. */
  readonly lines: readonly Line[];
}

const NOTHING: Portion = { orders: [], events: [], lines: [] };

interface PortionTools extends Omit<RecoveryTools, "attemptHere"> {
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
  // What a dispatcher may send in a second fits its lane; what the others may send is theirs to find.
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
  const { missed: ofItsTypes, lookedTo, isEnd } = await findMissed(client, recovery, size);
  const missed = await ofItsChannels(ctx, recovery, ofItsTypes);
  const own = missed.length > 0 ? await makePending(tools, recovery, { missed, now }) : [];
  const [status, completedAt] = isEnd ? ["completed", now] : ["running", null];
  const moved = [lookedTo ?? position, position, size, missed.length, nextStepAt(now), status, completedAt];
  await client.query(MOVE_ON, [workspace_id, id, ...moved]);
  const lines = is_ordered
    ? missed.map(({ object_id }) => ({ workspaceId: workspace_id, endpointId: endpoint_id, line: object_id }))
    : [];
  return {
    orders: own.map((row) => ownOrderOf({ ...row, rate_per_second: recovery.rate_per_second })),
    events: own.map((row) => ({ workspaceId: workspace_id, eventId: row.event_id })),
    lines,
  };
}

interface PendingRow extends Omit<OwnRow, "rate_per_second"> {
  readonly event_id: string;
  readonly is_leased: boolean;
}

/** Answers as many as the endpoint's lane takes soon: they are leased for their order. */
async function makePending(
  { client, lanes }: PortionTools,
  { workspace_id, endpoint_id, is_ordered, rate_per_second, includes_delivered }: RecoveryRow,
  { missed, now }: { missed: readonly MissedEvent[]; now: Date },
): Promise<readonly PendingRow[]> {
  const ratePerSecond = rate_per_second ?? undefined;
  const room = lanes.roomFor({ workspaceId: workspace_id, endpointId: endpoint_id, ratePerSecond });
  const { rows } = await client.query<PendingRow>(MAKE_PENDING, [
    ...[workspace_id, endpoint_id, missed.map(() => newId("dlv", now.getTime()))],
    ...[missed.map(({ event_id }) => event_id), now],
    missed.map(({ object_id }) => (is_ordered ? object_id : null)),
    missed.map(({ sequence }) => (is_ordered ? sequence : null)),
    ...[room, new Date(now.getTime() + ORDER_LEASE_MS), includes_delivered],
  ]);
  return rows.filter(({ is_leased }) => is_leased);
}

interface MissedEvent {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly sequence: number;
  /** Where the endpoint chooses among channels. */
  readonly data: Envelope["data"] | null;
}

/** What the endpoint chose when channels are asked for; the rest of a portion goes out. */
async function ofItsChannels(
  ctx: Pick<DispatcherContext, "db">,
  { workspace_id, channel_ids: wanted }: RecoveryRow,
  missed: readonly MissedEvent[],
): Promise<readonly MissedEvent[]> {
  if (wanted === null) return missed;
  const about = missed.flatMap((event) =>
    event.data ? [{ event, type: event.type, workspace_id, data: event.data }] : [],
  );
  const channelOf = await readChannels(ctx, about);
  return about.filter((it) => isAmong(wanted, channelOf(it))).map(({ event }) => event);
}

interface MissedRow {
  readonly missed: readonly MissedEvent[] | null;
  /** Null after a full portion, as the count. */
  readonly looked_to: string | null;
  readonly looked_count: number | null;
}

async function findMissed(client: TransactionClient, recovery: RecoveryRow, size: number) {
  const { workspace_id, endpoint_id, event_types, channel_ids, position, until, is_ordered } = recovery;
  const types = SUBSCRIBABLE_EVENT_TYPES.filter((type) => event_types.some((pattern) => namesType(pattern, type)));
  const end = firstIdAt("evt", until.getTime() + 1);
  const asked = [size, is_ordered, CONSUMER, channel_ids !== null, recovery.includes_delivered];
  const values = [workspace_id, endpoint_id, position, end, types, ...asked];
  const { rows } = await client.query<MissedRow>(MISSED, values);
  const [found] = rows;
  const missed = found?.missed ?? [];
  const isFull = missed.length === size;
  return {
    missed,
    // A full portion may leave some of what was looked at: the next step goes on behind its last event.
    lookedTo: (isFull ? missed.at(-1)?.event_id : found?.looked_to) ?? undefined,
    isEnd: !isFull && (found?.looked_count ?? 0) < EVENTS_MAX,
  };
}
