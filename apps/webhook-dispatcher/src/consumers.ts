import type { QueueConsumer } from "@skucast/events/start-consumers";
import { QUEUES } from "@skucast/events/topology";
import type { Attempting } from "./attempting.js";
import type { DispatcherContext } from "./context.js";
import type { Planning } from "./planning.js";

export interface ConsumerOptions {
  readonly ctx: Pick<DispatcherContext, "limits">;
  readonly planning: Planning;
  readonly attempting: Attempting;
}

/** Events in hand at once; they share statements. */
const EVENTS_PREFETCH = 200;

/** Every queue that the dispatcher consumes. */
export function consumers({ ctx, planning, attempting }: ConsumerOptions): QueueConsumer[] {
  return [
    { queue: QUEUES.webhookEvents, handler: planning.handleEvent, prefetch: EVENTS_PREFETCH },
    { queue: QUEUES.webhookOverflow, handler: planning.handleOverflow, prefetch: EVENTS_PREFETCH },
    { queue: QUEUES.webhookAttempts, handler: attempting.handleOrders, prefetch: ctx.limits.prefetch },
  ];
}
