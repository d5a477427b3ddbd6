import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import type { Backlog } from "../flow/backlog.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";
import { type GatherOptions, gatherCalls } from "../flow/gather-calls.js";
import { type AttemptOrder, renderAttemptOrders } from "./attempt-message.js";
import type { ReadEvents } from "./event-bodies.js";
import type { EventHead } from "./event-head.js";
import { type BegunDelivery, type InsertTools, insertDeliveries } from "./insert-deliveries.js";
import { releaseDeliveries } from "./release-deliveries.js";
import type { ReadEndpoints } from "./stored-endpoints.js";
import type { TakenDelivery } from "./take-deliveries.js";

export interface PlanTools {
  /** Plans an event that endpoints may ask for, together with others; one that was planned before is left as it is. */
  readonly plan: (event: EventHead) => Promise<undefined>;
}

const DELIVERED_TYPES = new Set<string>(SUBSCRIBABLE_EVENT_TYPES);

/** An event becomes a delivery for each endpoint that wants it, and the bus says "attempt it now". */
export async function planDeliveries({ plan }: PlanTools, message: ReceivedMessage): Promise<Outcome> {
  const event = parseEnvelope(message.body);
  if (!event) return "dead";
  if (DELIVERED_TYPES.has(event.type)) await plan(event);
  return "done";
}

export interface PlanEventsTools extends InsertTools {
  readonly ctx: InsertTools["ctx"] & Pick<DispatcherContext, "bus" | "hints">;
  readonly lanes: Pick<EndpointLanes, "tryEnter" | "leave" | "roomy">;
  readonly unwritten: Pick<Backlog, "roomy">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
  /** Attempts what was taken as it was planned; nobody waits for it. */
  readonly begin: (delivery: TakenDelivery) => void;
}

/** How long events wait for room in the lanes. */
const ROOMY_MS_MAX = 2_000;
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
  const { ctx, lanes } = tools;
  const roomMax = ctx.limits.prefetch * SHARE_OF_WINDOW;
  let deliveriesPerEvent = 1;

  async function planEvents(events: readonly EventHead[]): Promise<undefined[]> {
    await tools.unwritten.roomy();
    await lanes.roomy(ROOMY_MS_MAX);
    const { orders, begun } = await insertDeliveries(tools, events);
    deliveriesPerEvent = Math.max(1, (orders.length + begun.length) / events.length);
    await beginAll(tools, begun);
    if (orders.length > 0) await order(ctx, orders);
    for (const workspaceId of new Set(events.map((event) => event.workspace_id)))
      ctx.hints.note(workspaceId, "delivery");
    return events.map(() => undefined);
  }

  const sizeMax = () => Math.min(EVENTS_MAX, Math.ceil(roomMax / deliveriesPerEvent));
  return gatherCalls({ ...gather, sizeMax, run: planEvents });
}

/**
 * Were the process to end here, the leases would run out, and the orders be published then. Orders that the bus does not
 * take are given back at once: the look for what is due finds them.
 */
async function order(ctx: PlanEventsTools["ctx"], orders: readonly AttemptOrder[]): Promise<void> {
  try {
    await ctx.bus.publish(renderAttemptOrders(orders));
  } catch (error) {
    await releaseDeliveries(ctx, orders);
    throw error;
  }
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
      const { workspaceId, id, failingSince } = delivery;
      left.delete(delivery);
      tools.begin({
        workspaceId,
        id,
        line: null,
        claim: "1",
        attemptCount: 0,
        scheduleStart: 0,
        wasDelivered: false,
        unfinishedCount: 0,
        failingSince,
        endpoint,
        event,
      });
    }
  } finally {
    for (const delivery of left) tools.lanes.leave(delivery);
  }
}
