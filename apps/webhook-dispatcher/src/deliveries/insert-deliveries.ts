import { namesType } from "@skucast/contracts/events/type-patterns";
import { newId } from "@skucast/contracts/ids";
import { boolArray, int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { EndpointHosts } from "../endpoints/endpoint-hosts.js";
import type { EndpointLimiters, SlotRequest } from "../flow/endpoint-limiters.js";
import { advanceLines, type Line } from "./advance-lines.js";
import type { AttemptOrder } from "./attempt-message.js";
import { leaseFrom, ORDER_LEASE_MS } from "./leases.js";
import { CONSUMER, type PlannableEvent } from "./plannable-event.js";
import { includesChannel, readEventChannels } from "./read-event-channels.js";
import type { EventRef, ReadEvents } from "./read-events.js";
import { type Lines, type PlaceInLine, readLines } from "./read-lines.js";
import {
  readSubscriptions,
  type SubscribedEndpoint,
  type Subscription,
  type SubscriptionOf,
  unsureSince,
} from "./read-subscriptions.js";

interface EndpointRow extends SubscribedEndpoint {
  readonly workspace_id: string;
  readonly id: string;
  readonly version: string;
  readonly url: string;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
  readonly is_active: boolean;
  readonly rate_per_second: number | null;
  readonly is_ordered: boolean;
}

interface PlannedDelivery {
  readonly event: PlannableEvent;
  readonly endpoint: EndpointRow;
  readonly id: string;
  /** Its place in the line of its object, if the endpoint uses ordered delivery. */
  readonly place: PlaceInLine | undefined;
  /** It holds a slot of its endpoint, so the statement that inserts it claims it too. */
  readonly hasSlot: boolean;
}

/** A delivery that was claimed when it was planned. Its slot must be released. */
export interface NewlyClaimed {
  readonly workspaceId: string;
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly endpointVersion: string;
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** From then on another process may attempt it. */
  readonly leaseUntil: Date;
}

export interface Inserted {
  /** Orders for the deliveries that may be sent now and were not claimed. */
  readonly orders: readonly AttemptOrder[];
  readonly claimed: readonly NewlyClaimed[];
  /** The workspace of each planned delivery. */
  readonly workspaceIds: readonly string[];
}

export interface InsertTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly limiters: Pick<EndpointLimiters, "tryAcquire" | "release">;
  readonly readEvents: ReadEvents;
  readonly hosts: Pick<EndpointHosts, "note">;
}

const ENDPOINTS = {
  name: "webhook-dispatcher.endpoints",
  text: `SELECT workspace_id, id, version, url, failing_since, last_failed_at, status = 'active' AS is_active, event_types, channel_ids, rate_per_second,
                ordering = 'per_object' AS is_ordered,
                CASE WHEN (former_subscriptions -> -1 ->> 'replaced_at')::timestamptz >= $2 THEN former_subscriptions END AS former_subscriptions
         FROM webhook_endpoints WHERE workspace_id = ANY ($1::text[]) AND status IN ('active', 'paused')`,
};

/**
 * Inserts inbox rows and deliveries in one statement: an event that the inbox holds already gets no deliveries. Rows are
 * sorted, so that two statements cannot deadlock. Endpoints are locked, so that none is deleted before its deliveries
 * exist and are deleted with it. A claimed delivery has no `next_attempt_at`; release-orphaned-attempts.ts finds it if
 * its process dies.
 */
const INSERT = {
  name: "webhook-dispatcher.insert-deliveries",
  text: `
    WITH seen AS (
      INSERT INTO inbox (workspace_id, consumer, event_id, created_at)
      SELECT DISTINCT e.workspace_id, $3, e.event_id, $8::timestamptz
      FROM unnest($1::text[], $2::text[]) AS e (workspace_id, event_id) ORDER BY 1, 3
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, event_id
    ), held AS MATERIALIZED (
      SELECT w.workspace_id, w.id, e.status
      FROM (SELECT DISTINCT w.* FROM unnest($4::text[], $7::text[]) AS w (workspace_id, id) ORDER BY 1, 2) w
      CROSS JOIN LATERAL (
        SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = w.workspace_id AND e.id = w.id FOR KEY SHARE
      ) e
    )
    INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, lease_until, created_at, line,
                            line_sequence, claim, unfinished_count)
    SELECT p.workspace_id, p.id, p.event_id, p.endpoint_id, 'pending', CASE WHEN p.line IS NULL AND n.claimed = 0 THEN $8::timestamptz END,
           CASE WHEN p.line IS NULL AND e.status = 'active' THEN CASE WHEN p.has_slot THEN $13::timestamptz ELSE $9 END END, $8, p.line,
           p.line_sequence, n.claimed, n.claimed
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $10::text[], $11::bigint[], $12::boolean[])
      AS p (workspace_id, id, event_id, endpoint_id, line, line_sequence, has_slot)
    JOIN seen ON seen.workspace_id = p.workspace_id AND seen.event_id = p.event_id
    JOIN held e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id
    CROSS JOIN LATERAL (SELECT CASE WHEN p.has_slot AND e.status = 'active' THEN 1 ELSE 0 END AS claimed) n
    ON CONFLICT (workspace_id, event_id, endpoint_id) DO NOTHING
    RETURNING id, claim, lease_until IS NOT NULL AS is_leased`,
};

/**
 * Inserts one delivery of each event for every endpoint that subscribes to it, however often the event arrives. Those
 * of a paused endpoint wait until it is active again, and those in a line wait for their turn. A delivery whose
 * endpoint has a free slot is claimed by the same statement and needs no order; its event is read meanwhile.
 */
export async function insertDeliveries(
  { ctx, limiters, readEvents, hosts }: InsertTools,
  events: readonly PlannableEvent[],
): Promise<Inserted> {
  const now = ctx.clock.now();
  const endpoints = await readEndpoints(ctx, events);
  for (const { id, url } of endpoints) hosts.note(id, url);
  const lines = await linesOf(ctx, events, endpoints);
  const all = [...lines.earlier, ...events];
  const subscriptionOf = await readSubscriptions(ctx, all, endpoints);
  const planned = (await plan(ctx, all, { endpoints, subscriptionOf, lines, now })).map((delivery) =>
    withSlot(limiters, delivery),
  );
  const reserved = new Map(planned.filter(({ hasSlot }) => hasSlot).map((delivery) => [delivery.id, delivery]));
  try {
    const reading = readEvents([...reserved.values()].map(eventOf)).catch(() => {}); // the attempt reads it again
    const { states, leaseUntil } = await write(ctx, { all, planned });
    await reading;
    const claimed = [...reserved.values()].filter(({ id }) => states.get(id) === "claimed");
    for (const { id } of claimed) reserved.delete(id);
    const leased = planned.filter(({ id }) => states.get(id) === "leased");
    const advanced = await advanceLines(ctx, planned.flatMap(lineOf));
    return {
      orders: [...leased.map(orderFor), ...advanced],
      claimed: claimed.map((delivery) => toNewlyClaimed(delivery, leaseUntil)),
      workspaceIds: planned.map(({ event }) => event.workspace_id),
    };
  } finally {
    for (const delivery of reserved.values()) limiters.release(slotRequestOf(delivery));
  }
}

/**
 * The state of a new delivery: claimed, leased for its order, or waiting for its time or turn. The statement decides by
 * the endpoint's status at that time: a delivery with a lease and without an order would wait until the lease expires.
 */
type NewState = "claimed" | "leased" | "waiting";

const stateOf = ({ claim, is_leased: isLeased }: WrittenRow): NewState => {
  if (!isLeased) return "waiting";
  return claim === "0" ? "leased" : "claimed";
};

interface WrittenRow {
  readonly id: string;
  readonly claim: string;
  readonly is_leased: boolean;
}

const withSlot = (limiters: InsertTools["limiters"], delivery: Omit<PlannedDelivery, "hasSlot">): PlannedDelivery => {
  const { endpoint, place } = delivery;
  return { ...delivery, hasSlot: endpoint.is_active && !place && limiters.tryAcquire(slotRequestOf(delivery)) };
};

const slotRequestOf = ({ endpoint }: Pick<PlannedDelivery, "endpoint">): SlotRequest => ({
  workspaceId: endpoint.workspace_id,
  endpointId: endpoint.id,
  ratePerSecond: endpoint.rate_per_second ?? undefined,
});

const eventOf = ({ event }: PlannedDelivery): EventRef => ({ workspaceId: event.workspace_id, eventId: event.id });

interface Writing {
  readonly all: readonly PlannableEvent[];
  readonly planned: readonly PlannedDelivery[];
}

interface Written {
  /** By delivery id. */
  readonly states: ReadonlyMap<string, NewState>;
  /** The lease of the claimed deliveries. */
  readonly leaseUntil: Date;
}

async function write(ctx: InsertTools["ctx"], { all, planned }: Writing): Promise<Written> {
  // Read here and not when planning started, because leases start with the statement.
  const now = ctx.clock.now();
  const leaseUntil = leaseFrom(ctx);
  const { rows } = await ctx.db.system.query<WrittenRow>(INSERT, [
    textArray(all.map((event) => event.workspace_id)),
    textArray(all.map((event) => event.id)),
    CONSUMER,
    textArray(planned.map(({ event }) => event.workspace_id)),
    textArray(planned.map(({ id }) => id)),
    textArray(planned.map(({ event }) => event.id)),
    textArray(planned.map(({ endpoint }) => endpoint.id)),
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
    textArray(planned.map(({ place }) => place?.objectId ?? null)),
    int8Array(planned.map(({ place }) => (place ? Number(place.sequence) : null))),
    boolArray(planned.map(({ hasSlot }) => hasSlot)),
    leaseUntil,
  ]);
  return { states: new Map(rows.map((row) => [row.id, stateOf(row)])), leaseUntil };
}

const toNewlyClaimed = ({ event, endpoint, id }: PlannedDelivery, leaseUntil: Date): NewlyClaimed => ({
  workspaceId: event.workspace_id,
  id,
  eventId: event.id,
  endpointId: endpoint.id,
  endpointVersion: endpoint.version,
  failingSince: endpoint.failing_since,
  lastFailedAt: endpoint.last_failed_at,
  leaseUntil,
});

async function readEndpoints(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly PlannableEvent[],
): Promise<readonly EndpointRow[]> {
  const workspaceIds = [...new Set(events.map((event) => event.workspace_id))];
  return (await ctx.db.system.query<EndpointRow>(ENDPOINTS, [workspaceIds, unsureSince(events)])).rows;
}

const NO_LINES: Lines = { earlier: [], placeOf: () => undefined };

/** Reads lines only if an endpoint with ordered delivery subscribes to an event, or may have done so before. */
async function linesOf(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly PlannableEvent[],
  endpoints: readonly EndpointRow[],
): Promise<Lines> {
  const ordered = endpoints.filter(({ is_ordered }) => is_ordered);
  const own = events.filter((event) =>
    ordered.some(
      (endpoint) =>
        endpoint.workspace_id === event.workspace_id &&
        [endpoint, ...(endpoint.former_subscriptions ?? [])].some((one) => subscribes(one, event.type)),
    ),
  );
  return own.length === 0 ? NO_LINES : readLines(ctx, own);
}

const orderFor = ({ event, endpoint, id }: PlannedDelivery): AttemptOrder => ({
  workspaceId: event.workspace_id,
  deliveryId: id,
  endpointId: endpoint.id,
  claim: "0",
  ratePerSecond: endpoint.rate_per_second ?? undefined,
  isBulk: event.isBulk,
});

const lineOf = ({ event, endpoint, place }: PlannedDelivery): Line[] =>
  place ? [{ workspaceId: event.workspace_id, endpointId: endpoint.id, line: place.objectId }] : [];

interface Subscribers {
  readonly endpoints: readonly EndpointRow[];
  readonly subscriptionOf: SubscriptionOf;
  readonly lines: Lines;
  readonly now: Date;
}

async function plan(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly PlannableEvent[],
  { endpoints, subscriptionOf, lines, now }: Subscribers,
): Promise<Omit<PlannedDelivery, "hasSlot">[]> {
  // The channels of events matter only to endpoints that filter by channel.
  const filtersByChannel = ({ channel_ids: wanted, former_subscriptions: former }: EndpointRow): boolean =>
    wanted !== null || (former ?? []).some((one) => one.channel_ids !== null);
  const channelOfEvent = await readEventChannels(ctx, endpoints.some(filtersByChannel) ? events : []);
  const isWanted = (endpoint: EndpointRow, event: PlannableEvent): boolean => {
    const subscription = subscriptionOf(endpoint, event);
    const { channel_ids: wanted } = subscription;
    if (!subscribes(subscription, event.type)) return false;
    return wanted === null || includesChannel(wanted, channelOfEvent(event));
  };
  return events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.workspace_id === event.workspace_id && isWanted(endpoint, event))
      .filter((endpoint) => !isAbout(event, endpoint))
      .map((endpoint) => ({
        event,
        endpoint,
        id: newId("dlv", now.getTime()),
        place: endpoint.is_ordered ? lines.placeOf(event) : undefined,
      })),
  );
}

/** An endpoint gets no events about itself: the event that it is failing would be one more delivery that fails. */
const isAbout = ({ type, data }: PlannableEvent, { id }: EndpointRow): boolean =>
  type.startsWith("webhook_endpoint.") && objectIdOf(data) === id;

const objectIdOf = ({ object }: PlannableEvent["data"]): unknown =>
  typeof object === "object" && object !== null && "id" in object ? object.id : undefined;

const subscribes = ({ event_types: patterns }: Pick<Subscription, "event_types">, type: string) =>
  patterns.some((pattern) => namesType(pattern, type));
