import type { QueueConsumer } from "@skucast/events/start-consumers";
import { QUEUES } from "@skucast/events/topology";
import { type AttemptTools, attemptDeliveries } from "./attempts/attempt-delivery.js";
import { deferEvent, type PlanTools, planDeliveries } from "./deliveries/plan-deliveries.js";

/** Events in hand at once: they share their statements. */
const EVENTS_PREFETCH = 200;

/** Every queue that the dispatcher listens to. */
export function consumers(tools: PlanTools & AttemptTools): QueueConsumer[] {
  return [
    {
      queue: QUEUES.webhookEvents,
      handler: (message) => planDeliveries(tools, message),
      prefetch: EVENTS_PREFETCH,
    },
    {
      queue: QUEUES.webhookOverflow,
      handler: (message) => deferEvent(tools, message),
      prefetch: EVENTS_PREFETCH,
    },
    {
      queue: QUEUES.webhookAttempts,
      handler: (message) => attemptDeliveries(tools, message),
      prefetch: tools.ctx.limits.prefetch,
    },
  ];
}
