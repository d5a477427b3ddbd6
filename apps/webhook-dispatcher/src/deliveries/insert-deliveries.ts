import { newId } from "@skucast/contracts/ids";
import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { readChannels } from "./channel-of.js";
import { CONSUMER, type EventHead } from "./event-head.js";
import { ORDER_LEASE_MS } from "./leases.js";
import { advanceLines, type Line } from "./lines.js";
import { type Lines, type PlaceInLine, readLines } from "./read-lines.js";

interface EndpointRow {
  readonly workspace_id: string;
  readonly id: string;
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
}

const ENDPOINTS = {
  name: "webhook-dispatcher.endpoints",
  text: `SELECT workspace_id, id, status = 'active' AS is_active, event_types, channel_ids, rate_per_second,
                ordering = 'per_object' AS is_ordered
         FROM webhook_endpoints WHERE workspace_id = ANY ($1::text[]) AND status IN ('active', 'paused')`,
};

/** The inbox and its effect in one statement: an event that was seen before gets no rows. Ordered, so that two cannot deadlock. */
const INSERT = {
  name: "webhook-dispatcher.insert-deliveries",
  text: `
    WITH seen AS (
      INSERT INTO inbox (workspace_id, consumer, event_id, created_at)
      SELECT DISTINCT e.workspace_id, $3, e.event_id, $8::timestamptz
      FROM unnest($1::text[], $2::text[]) AS e (workspace_id, event_id) ORDER BY 1, 3
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, event_id
    )
    INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, lease_until, created_at, line, line_sequence)
    SELECT p.workspace_id, p.id, p.event_id, p.endpoint_id, 'pending', CASE WHEN p.line IS NULL THEN $8::timestamptz END,
           CASE WHEN p.line IS NULL AND e.status = 'active' THEN $9::timestamptz END, $8, p.line, p.line_sequence
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $10::text[], $11::bigint[])
      AS p (workspace_id, id, event_id, endpoint_id, line, line_sequence)
    JOIN seen ON seen.workspace_id = p.workspace_id AND seen.event_id = p.event_id
    JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id
    ON CONFLICT (workspace_id, event_id, endpoint_id) DO NOTHING
    RETURNING id`,
};

/**
 * Writes a delivery for every endpoint that wants the events, once however often an event comes; paused endpoints' too,
 * which wait until the endpoint is active again. Those in a line wait for their turn. Answers, in the events' order, the
 * orders for what may go out now.
 */
export async function insertDeliveries(
  ctx: Pick<DispatcherContext, "db" | "clock">,
  events: readonly EventHead[],
): Promise<AttemptOrder[][]> {
  const now = ctx.clock.now();
  const endpoints = await readEndpoints(ctx, events);
  const lines = await linesOf(ctx, events, endpoints);
  const all = [...lines.earlier, ...events];
  const planned = await plan(ctx, all, { endpoints, lines, now });
  const { rows } = await ctx.db.system.query<{ id: string }>(INSERT, [
    all.map((event) => event.workspace_id),
    all.map((event) => event.id),
    CONSUMER,
    planned.map(({ event }) => event.workspace_id),
    planned.map(({ id }) => id),
    planned.map(({ event }) => event.id),
    planned.map(({ endpoint }) => endpoint.id),
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
    planned.map(({ place }) => place?.objectId ?? null),
    planned.map(({ place }) => place?.sequence.toString() ?? null),
  ]);
  const written = new Set(rows.map((row) => row.id));
  const orders = new Map<EventHead, AttemptOrder[]>(all.map((event) => [event, []]));
  for (const { event, endpoint, id, place } of planned) {
    if (!endpoint.is_active || place || !written.has(id)) continue;
    const named = { workspaceId: event.workspace_id, deliveryId: id, endpointId: endpoint.id, claim: "0" };
    orders.get(event)?.push({ ...named, ratePerSecond: endpoint.rate_per_second ?? undefined });
  }
  const advanced = await advanceLines(ctx, planned.flatMap(lineOf));
  const [first = [], ...others] = events.map((event) => orders.get(event) ?? []);
  // What belongs to none of the given events goes with the first of them.
  return [[...first, ...lines.earlier.flatMap((event) => orders.get(event) ?? []), ...advanced], ...others];
}

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

const lineOf = ({ event, endpoint, place }: PlannedDelivery): Line[] =>
  place ? [{ workspaceId: event.workspace_id, endpointId: endpoint.id, line: place.objectId }] : [];

async function plan(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventHead[],
  { endpoints, lines, now }: { endpoints: readonly EndpointRow[]; lines: Lines; now: Date },
): Promise<PlannedDelivery[]> {
  // Only endpoints that choose among channels ask which one an event is about.
  const channelOf = await readChannels(ctx, endpoints.some(({ channel_ids }) => channel_ids !== null) ? events : []);
  return events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.workspace_id === event.workspace_id && wants(endpoint, event.type))
      .filter(({ channel_ids: wanted }) => wanted === null || isAmong(wanted, channelOf(event)))
      .map((endpoint) => ({
        ...{ event, endpoint, id: newId("dlv", now.getTime()) },
        place: endpoint.is_ordered ? lines.placeOf(event) : undefined,
      })),
  );
}

const wants = ({ event_types: types }: EndpointRow, type: string) => types.includes("*") || types.includes(type);

/** What is about no channel is for everybody. */
const isAmong = (wanted: readonly string[], channelId: string | null | undefined): boolean =>
  channelId === undefined || (channelId !== null && wanted.includes(channelId));
