import { newId } from "@skucast/contracts/ids";
import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { readChannels } from "./channel-of.js";
import { ORDER_LEASE_MS } from "./leases.js";

export const CONSUMER = "webhook-dispatcher";

/** What planning wants to know of an event. */
export type EventHead = Pick<Envelope, "id" | "type" | "workspace_id" | "data">;

interface EndpointRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly is_active: boolean;
  readonly event_types: readonly string[];
  readonly channel_ids: readonly string[] | null;
  readonly rate_per_second: number | null;
}

interface PlannedDelivery {
  readonly event: EventHead;
  readonly endpoint: EndpointRow;
  readonly id: string;
}

const ENDPOINTS = {
  name: "webhook-dispatcher.endpoints",
  text: `SELECT workspace_id, id, status = 'active' AS is_active, event_types, channel_ids, rate_per_second
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
    INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, lease_until, created_at)
    SELECT p.workspace_id, p.id, p.event_id, p.endpoint_id, 'pending', $8, CASE WHEN e.status = 'active' THEN $9::timestamptz END, $8
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) AS p (workspace_id, id, event_id, endpoint_id)
    JOIN seen ON seen.workspace_id = p.workspace_id AND seen.event_id = p.event_id
    JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id
    ON CONFLICT (workspace_id, event_id, endpoint_id) DO NOTHING
    RETURNING id`,
};

/**
 * Writes a delivery for every endpoint that wants the events, once however often an event comes; paused endpoints' too,
 * which wait until the endpoint is active again. Answers, in the events' order, the orders for what may go out now.
 */
export async function insertDeliveries(
  ctx: DispatcherContext,
  events: readonly EventHead[],
): Promise<AttemptOrder[][]> {
  const now = ctx.clock.now();
  const planned = await plan(ctx, events, now);
  const { rows } = await ctx.db.system.query<{ id: string }>(INSERT, [
    events.map((event) => event.workspace_id),
    events.map((event) => event.id),
    CONSUMER,
    planned.map(({ event }) => event.workspace_id),
    planned.map(({ id }) => id),
    planned.map(({ event }) => event.id),
    planned.map(({ endpoint }) => endpoint.id),
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
  ]);
  const written = new Set(rows.map((row) => row.id));
  const orders = new Map<EventHead, AttemptOrder[]>(events.map((event) => [event, []]));
  for (const { event, endpoint, id } of planned) {
    if (!endpoint.is_active || !written.has(id)) continue;
    const named = { workspaceId: event.workspace_id, deliveryId: id, endpointId: endpoint.id, claim: "0" };
    orders.get(event)?.push({ ...named, ratePerSecond: endpoint.rate_per_second ?? undefined });
  }
  return [...orders.values()];
}

async function plan(ctx: DispatcherContext, events: readonly EventHead[], now: Date): Promise<PlannedDelivery[]> {
  const workspaceIds = [...new Set(events.map((event) => event.workspace_id))];
  const { rows } = await ctx.db.system.query<EndpointRow>(ENDPOINTS, [workspaceIds]);
  // Only endpoints that choose among channels ask which one an event is about.
  const channelOf = await readChannels(ctx, rows.some(({ channel_ids }) => channel_ids !== null) ? events : []);
  return events.flatMap((event) =>
    rows
      .filter((endpoint) => endpoint.workspace_id === event.workspace_id && wants(endpoint, event.type))
      .filter(({ channel_ids: wanted }) => wanted === null || isAmong(wanted, channelOf(event)))
      .map((endpoint) => ({ event, endpoint, id: newId("dlv", now.getTime()) })),
  );
}

const wants = ({ event_types: types }: EndpointRow, type: string) => types.includes("*") || types.includes(type);

/** What is about no channel is for everybody. */
const isAmong = (wanted: readonly string[], channelId: string | null | undefined): boolean =>
  channelId === undefined || (channelId !== null && wanted.includes(channelId));
