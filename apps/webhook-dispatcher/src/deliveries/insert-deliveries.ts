import { namesType } from "@skucast/contracts/events/type-patterns";
import { newId } from "@skucast/contracts/ids";
import { boolArray, int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { EndpointLanes, Entrant } from "../flow/endpoint-lanes.js";
import type { AttemptOrder } from "./attempt-message.js";
import { isAmong, readChannels } from "./channel-of.js";
import type { EventRef, ReadEvents } from "./event-bodies.js";
import { CONSUMER, type EventHead } from "./event-head.js";
import { leaseFrom, ORDER_LEASE_MS } from "./leases.js";
import { advanceLines, type Line } from "./lines.js";
import { type Lines, type PlaceInLine, readLines } from "./read-lines.js";

interface EndpointRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly version: string;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
  readonly is_active: boolean;
  readonly event_types: readonly string[];
  readonly channel_ids: readonly string[] | null;
  readonly rate_per_second: number | null;
  readonly is_ordered: boolean;
}

interface PlannedDelivery {
  readonly event: EventHead;
  readonly endpoint: EndpointRow;
  readonly id: string;
  /** In the line of its object, where the endpoint wants order. */
  readonly place: PlaceInLine | undefined;
  /** A place in the endpoint's lane is held for it: it is taken in the moment in which it is written. */
  readonly isOurs: boolean;
}

/** A delivery that was taken when it was planned. Its lane has to be left. */
export interface BegunDelivery {
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
  /** For what may go out now, of what was not taken. */
  readonly orders: readonly AttemptOrder[];
  readonly begun: readonly BegunDelivery[];
  /** Workspaces of what was planned, one for each delivery. */
  readonly workspaceIds: readonly string[];
}

export interface InsertTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly lanes: Pick<EndpointLanes, "tryEnter" | "leave">;
  readonly readEvents: ReadEvents;
}

const ENDPOINTS = {
  name: "webhook-dispatcher.endpoints",
  text: `SELECT workspace_id, id, version, failing_since, last_failed_at, status = 'active' AS is_active, event_types, channel_ids, rate_per_second,
                ordering = 'per_object' AS is_ordered
         FROM webhook_endpoints WHERE workspace_id = ANY ($1::text[]) AND status IN ('active', 'paused')`,
};

/**
 * The inbox and its effect in one statement: an event that was seen before gets no rows. Ordered, so that two cannot
 * deadlock; the endpoints are held, so that none is deleted before its deliveries can go with it. What is taken here waits
 * for no time: see free-begun.ts for what becomes of it if its process dies.
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
    SELECT p.workspace_id, p.id, p.event_id, p.endpoint_id, 'pending', CASE WHEN p.line IS NULL AND taken = 0 THEN $8::timestamptz END,
           CASE WHEN p.line IS NULL AND e.status = 'active' THEN CASE WHEN p.is_ours THEN $13::timestamptz ELSE $9 END END, $8, p.line,
           p.line_sequence, n.taken, n.taken
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $10::text[], $11::bigint[], $12::boolean[])
      AS p (workspace_id, id, event_id, endpoint_id, line, line_sequence, is_ours)
    JOIN seen ON seen.workspace_id = p.workspace_id AND seen.event_id = p.event_id
    JOIN held e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id
    CROSS JOIN LATERAL (SELECT CASE WHEN p.is_ours AND e.status = 'active' THEN 1 ELSE 0 END AS taken) n
    ON CONFLICT (workspace_id, event_id, endpoint_id) DO NOTHING
    RETURNING id, claim, lease_until IS NOT NULL AS is_leased`,
};

/**
 * Writes a delivery for every endpoint that wants the events, once however often an event comes; paused endpoints' too,
 * which wait until the endpoint is active again. Those in a line wait for their turn. What has a free place in its lane
 * is taken with the same statement, and needs no order; the events of those are read meanwhile.
 */
export async function insertDeliveries(
  { ctx, lanes, readEvents }: InsertTools,
  events: readonly EventHead[],
): Promise<Inserted> {
  const now = ctx.clock.now();
  const endpoints = await readEndpoints(ctx, events);
  const lines = await linesOf(ctx, events, endpoints);
  const all = [...lines.earlier, ...events];
  const planned = (await plan(ctx, all, { endpoints, lines, now })).map((delivery) => withPlace(lanes, delivery));
  const reserved = new Map(planned.filter(({ isOurs }) => isOurs).map((delivery) => [delivery.id, delivery]));
  try {
    const reading = readEvents([...reserved.values()].map(eventOf)).catch(() => {}); // who needs one reads it again
    const { written, leaseUntil } = await write(ctx, { all, planned });
    await reading;
    const begun = [...reserved.values()].filter(({ id }) => written.get(id) === "begun");
    for (const { id } of begun) reserved.delete(id);
    const orders = planned.filter(({ id }) => written.get(id) === "to order");
    const advanced = await advanceLines(ctx, planned.flatMap(lineOf));
    return {
      orders: [...orders.map(orderOf), ...advanced],
      begun: begun.map((delivery) => begunOf(delivery, leaseUntil)),
      workspaceIds: planned.map(({ event }) => event.workspace_id),
    };
  } finally {
    for (const delivery of reserved.values()) lanes.leave(entrantOf(delivery));
  }
}

/**
 * What a delivery was written as: taken with the statement, leased for its order, or left to its time or its turn. The
 * statement decides, by the endpoint's status of that moment: what holds a lease without an order would wait it out.
 */
type WrittenAs = "begun" | "to order" | "waiting";

const writtenAs = ({ claim, is_leased: isLeased }: WrittenRow): WrittenAs => {
  if (!isLeased) return "waiting";
  return claim === "0" ? "to order" : "begun";
};

interface WrittenRow {
  readonly id: string;
  readonly claim: string;
  readonly is_leased: boolean;
}

const withPlace = (lanes: InsertTools["lanes"], delivery: Omit<PlannedDelivery, "isOurs">): PlannedDelivery => {
  const { endpoint, place } = delivery;
  return { ...delivery, isOurs: endpoint.is_active && !place && lanes.tryEnter(entrantOf(delivery)) };
};

const entrantOf = ({ endpoint }: Pick<PlannedDelivery, "endpoint">): Entrant => ({
  ...{ workspaceId: endpoint.workspace_id, endpointId: endpoint.id },
  ratePerSecond: endpoint.rate_per_second ?? undefined,
});

const eventOf = ({ event }: PlannedDelivery): EventRef => ({ workspaceId: event.workspace_id, eventId: event.id });

interface Writing {
  readonly all: readonly EventHead[];
  readonly planned: readonly PlannedDelivery[];
}

interface Written {
  /** By the deliveries' ids. */
  readonly written: ReadonlyMap<string, WrittenAs>;
  /** Of what was taken. */
  readonly leaseUntil: Date;
}

async function write(ctx: InsertTools["ctx"], { all, planned }: Writing): Promise<Written> {
  // Asked now, not when the planning began: leases begin with the statement.
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
    boolArray(planned.map(({ isOurs }) => isOurs)),
    leaseUntil,
  ]);
  return { written: new Map(rows.map((row) => [row.id, writtenAs(row)])), leaseUntil };
}

const begunOf = ({ event, endpoint, id }: PlannedDelivery, leaseUntil: Date): BegunDelivery => ({
  leaseUntil,
  ...{ workspaceId: event.workspace_id, id, eventId: event.id, endpointId: endpoint.id },
  ...{ endpointVersion: endpoint.version, failingSince: endpoint.failing_since, lastFailedAt: endpoint.last_failed_at },
});

async function readEndpoints(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventHead[],
): Promise<readonly EndpointRow[]> {
  const workspaceIds = [...new Set(events.map((event) => event.workspace_id))];
  return (await ctx.db.system.query<EndpointRow>(ENDPOINTS, [workspaceIds])).rows;
}

const NO_LINES: Lines = { earlier: [], placeOf: () => undefined };

/** Only endpoints that want order ask for it. */
async function linesOf(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventHead[],
  endpoints: readonly EndpointRow[],
): Promise<Lines> {
  const ordered = endpoints.filter(({ is_ordered }) => is_ordered);
  const own = events.filter((event) =>
    ordered.some((endpoint) => endpoint.workspace_id === event.workspace_id && wants(endpoint, event.type)),
  );
  return own.length === 0 ? NO_LINES : readLines(ctx, own);
}

const orderOf = ({ event, endpoint, id }: PlannedDelivery): AttemptOrder => ({
  ...{ workspaceId: event.workspace_id, deliveryId: id, endpointId: endpoint.id, claim: "0" },
  ...{ ratePerSecond: endpoint.rate_per_second ?? undefined, isBulk: event.isBulk },
});

const lineOf = ({ event, endpoint, place }: PlannedDelivery): Line[] =>
  place ? [{ workspaceId: event.workspace_id, endpointId: endpoint.id, line: place.objectId }] : [];

async function plan(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventHead[],
  { endpoints, lines, now }: { endpoints: readonly EndpointRow[]; lines: Lines; now: Date },
): Promise<Omit<PlannedDelivery, "isOurs">[]> {
  // Only endpoints that choose among channels ask which one an event is about.
  const channelOf = await readChannels(ctx, endpoints.some(({ channel_ids }) => channel_ids !== null) ? events : []);
  return events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.workspace_id === event.workspace_id && wants(endpoint, event.type))
      .filter((endpoint) => !isAbout(event, endpoint))
      .filter(({ channel_ids: wanted }) => wanted === null || isAmong(wanted, channelOf(event)))
      .map((endpoint) => ({
        ...{ event, endpoint, id: newId("dlv", now.getTime()) },
        place: endpoint.is_ordered ? lines.placeOf(event) : undefined,
      })),
  );
}

/** An endpoint is not told of itself: that it is failing would be one more delivery that fails. */
const isAbout = ({ type, data }: EventHead, { id }: EndpointRow): boolean =>
  type.startsWith("webhook_endpoint.") && objectIdOf(data) === id;

const objectIdOf = ({ object }: EventHead["data"]): unknown =>
  typeof object === "object" && object !== null && "id" in object ? object.id : undefined;

const wants = ({ event_types: patterns }: EndpointRow, type: string) =>
  patterns.some((pattern) => namesType(pattern, type));
