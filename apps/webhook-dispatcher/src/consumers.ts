import type { MessageHandler } from "@skucast/events/bus";
import { QUEUES, type QueueDefinition } from "@skucast/events/topology";
import { type AttemptTools, attemptDeliveries } from "./attempts/attempt-delivery.js";
import { deferEvent, type PlanTools, planDeliveries } from "./deliveries/plan-deliveries.js";

export interface ConsumerEntry {
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  /** Messages in hand at once. */
  readonly prefetch: number;
}

/** Events in hand at once: they share their statements. */
const EVENTS_PREFETCH = 200;

/** Every queue that the dispatcher listens to. */
export function consumers(tools: PlanTools & AttemptTools): ConsumerEntry[] {
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
