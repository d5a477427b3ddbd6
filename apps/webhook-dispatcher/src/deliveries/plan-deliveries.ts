import { SUBSCRIBABLE_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Outcome, ReceivedMessage } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";
import { type AttemptOrder, renderAttemptOrder } from "./attempt-message.js";
import type { EventHead } from "./event-head.js";

export interface PlanTools {
  readonly ctx: Pick<DispatcherContext, "bus">;
  /** Writes an event's deliveries and answers the orders for them (insert-deliveries.ts). */
  readonly insert: (event: EventHead) => Promise<readonly AttemptOrder[]>;
}

const DELIVERED_TYPES = new Set<string>(SUBSCRIBABLE_EVENT_TYPES);

/** An event becomes a delivery for each endpoint that wants it, and the bus says "attempt it now". */
export async function planDeliveries(tools: PlanTools, message: ReceivedMessage): Promise<Outcome> {
  const event = parseEnvelope(message.body);
  if (!event) return "dead";
  if (DELIVERED_TYPES.has(event.type)) await planEvent(tools, event);
  return "done";
}

/** Plans an event that endpoints may ask for; one that was planned before is left as it is. */
export async function planEvent({ ctx, insert }: PlanTools, event: EventHead): Promise<void> {
  const orders = await insert(event);
  // If this fails, the event counts as seen already: the leases run out, and the orders are published then.
  if (orders.length > 0) await ctx.bus.publish(orders.map(renderAttemptOrder));
}
