import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { type GatherOptions, gatherCalls } from "../flow/gather-calls.js";
import { type PlanningShares, UNKNOWN_COST } from "../flow/planning-shares.js";
import type { ReadEvents } from "./event-bodies.js";
import type { EventHead } from "./event-head.js";
import { type BegunDelivery, type InsertTools, insertDeliveries } from "./insert-deliveries.js";
import { orderDeliveries } from "./order-deliveries.js";
import type { ReadEndpoints } from "./stored-endpoints.js";
import { MARK_TYPE } from "./sweep-marks.js";
import type { TakenDelivery } from "./take-deliveries.js";

export interface PlanTools {
  /** Plans an event that endpoints may ask for, together with others; one that was planned before is left as it is. */
  readonly plan: (event: EventHead) => Promise<undefined>;
  /** The same for what has waited for its workspace's turn: it waits for its like, and nobody waits for it. */
  readonly planInTurn: (event: EventHead) => Promise<undefined>;
  /** Has an event wait for its workspace's turn; see waiting-events.ts. */
  readonly putAside: (event: EventHead) => Promise<undefined>;
  readonly shares: PlanningShares;
  /** Notes that a mark has come out of the queue; see sweep-marks.ts. */
  readonly notePassed: (markedUntil: Date) => Promise<void>;
}

const DELIVERED_TYPES = new Set<string>(SUBSCRIBABLE_EVENT_TYPES);

/**
 * An event becomes a delivery for each endpoint that wants it, and the bus says "attempt it now". Of a workspace that
 * causes too many at once the rest is put aside: a queue is first come, first served, and this one is everybody's.
 */
export async function planDeliveries(tools: PlanTools, message: ReceivedMessage): Promise<Outcome> {
  const event = parseEnvelope(message.body);
  if (!event) return "dead";
  if (event.type === MARK_TYPE) {
    await tools.notePassed(new Date(event.timestamp));
    return "done";
  }
  if (!DELIVERED_TYPES.has(event.type)) return "done";
  if (!tools.shares.tryEnter(event.workspace_id)) {
    await tools.putAside(event);
    return "done";
  }
  try {
    await tools.plan(event);
  } finally {
    tools.shares.leave(event.workspace_id);
  }
  return "done";
}

/** What a process of an earlier version has put into a queue waits for its workspace's turn as well. */
export async function deferEvent(
  { putAside }: Pick<PlanTools, "putAside">,
  message: ReceivedMessage,
): Promise<Outcome> {
  const event = parseEnvelope(message.body);
  if (!event) return "dead";
  await putAside(event);
  return "done";
}

export interface PlanEventsTools extends InsertTools {
  readonly ctx: InsertTools["ctx"] & Pick<DispatcherContext, "bus" | "hints">;
  readonly lanes: Pick<EndpointLanes, "tryEnter" | "leave">;
  /** Resolves when events may be planned. */
  readonly ready: () => Promise<unknown>;
  readonly shares: Pick<PlanningShares, "learn">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
  /** Attempts what was taken as it was planned; nobody waits for it. */
  readonly begin: (delivery: TakenDelivery) => void;
}

const EVENTS_MAX = 200;
/** Of the lanes' window, what one go may fill: two go side by side, and they begin when a quarter is free. */
const SHARE_OF_WINDOW = 1 / 8;

/**
 * Makes the function that plans events: their deliveries in one statement. Those with a free place in their lane begin
 * at once, which costs neither a message nor a statement of its own; for the others there are orders, in as few messages
 * as may be. So events wait until there is room, and no more of them go together than find room.
 */
export function createPlanner(
  tools: PlanEventsTools,
  gather: Pick<GatherOptions<EventHead, undefined>, "runningMax" | "apartMs" | "isOfAll">,
): PlanTools["plan"] {
  const { ctx } = tools;
  const roomMax = ctx.limits.prefetch * SHARE_OF_WINDOW;
  let deliveriesPerEvent = UNKNOWN_COST;

  async function planEvents(events: readonly EventHead[]): Promise<undefined[]> {
    await tools.ready();
    const { orders, begun, workspaceIds } = await insertDeliveries(tools, events);
    learnCosts(tools.shares, events, workspaceIds);
    deliveriesPerEvent = Math.max(1, (orders.length + begun.length) / events.length);
    await beginAll(tools, begun);
    await orderDeliveries(ctx, orders);
    for (const workspaceId of new Set(events.map((event) => event.workspace_id)))
      ctx.hints.note(workspaceId, "delivery");
    return events.map(() => undefined);
  }

  const sizeMax = () => Math.min(EVENTS_MAX, Math.ceil(roomMax / deliveriesPerEvent));
  return gatherCalls({ ...gather, sizeMax, run: planEvents });
}

function learnCosts(shares: PlanEventsTools["shares"], events: readonly EventHead[], planned: readonly string[]): void {
  const eventCounts = countEach(events.map((event) => event.workspace_id));
  const deliveryCounts = countEach(planned);
  for (const [workspaceId, count] of eventCounts)
    shares.learn(workspaceId, (deliveryCounts.get(workspaceId) ?? 0) / count);
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What cannot be begun after all comes again when its lease is over. */
async function beginAll(tools: PlanEventsTools, begun: readonly BegunDelivery[]): Promise<void> {
  if (begun.length === 0) return;
  const left = new Set(begun);
  try {
    const [events, endpoints] = await Promise.all([
      tools.readEvents(begun),
      tools.readEndpoints(begun.map((delivery) => ({ ...delivery, version: delivery.endpointVersion }))),
    ]);
    for (const delivery of begun) {
      const event = events.get(delivery.eventId);
      const endpoint = endpoints.get(delivery.endpointId);
      if (!event || !endpoint) continue;
      const { workspaceId, id, failingSince, lastFailedAt, leaseUntil } = delivery;
      left.delete(delivery);
      tools.begin({
        workspaceId,
        id,
        line: null,
        claim: "1",
        leaseUntil,
        attemptCount: 0,
        scheduleStart: 0,
        wasDelivered: false,
        unfinishedCount: 0,
        failingSince,
        lastFailedAt,
        endpoint,
        event,
      });
    }
  } finally {
    for (const delivery of left) tools.lanes.leave(delivery);
  }
}
