import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import type { Logger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { inSpan } from "@skucast/service-kit/traces";
import { reconnectDelayMs } from "./back-off.js";
import { BusUnavailableError, type MessageHandler, type Outcome, type ReceivedMessage } from "./bus.js";
import { pause } from "./pause.js";
import type { QueueDefinition } from "./topology.js";

export interface HandleMessageInput {
  readonly queue: QueueDefinition;
  readonly message: ReceivedMessage;
  readonly handler: MessageHandler;
  /** Aborts when the consumer no longer waits for servers to come back. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** What becomes of a message; `release` gives it back untouched. */
export type Settlement = Outcome | "release";

/**
 * Runs the handler, in a span that continues the message's trace. Answers the handler's outcome, `retry` when it throws,
 * or `release` when the consumer stopped while PostgreSQL or the bus could not be reached. Never throws.
 */
export async function handleMessage(input: HandleMessageInput): Promise<Settlement> {
  const settlement = await settlementOf(input);
  if (settlement !== "release") {
    input.metrics.counter(METRICS.busMessages).labels({ queue: input.queue.name, outcome: settlement }).inc();
  }
  return settlement;
}

async function settlementOf({ queue, message, handler, signal, logger }: HandleMessageInput): Promise<Settlement> {
  const { id, routingKey, attempt, headers } = message;
  const fields = { queue: queue.name, message_id: id, routing_key: routingKey, attempt };
  const span = { tracer: "bus", name: `consume ${queue.name}`, kind: "consumer", parent: headers.traceparent } as const;
  for (let faults = 1; ; faults += 1) {
    try {
      return await inSpan(span, () => handler(message));
    } catch (error) {
      if (!isTransient(error)) {
        logger.error({ event: "message.failed", ...fields, err: error }, "the handler threw; the message comes back");
        return "retry";
      }
      if (faults === 1) {
        logger.warn({ event: "message.waits", ...fields, err: error }, "a server cannot be reached; trying again");
      }
      if (!(await pause(reconnectDelayMs(faults), signal))) return "release";
    }
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof BusUnavailableError || isDatabaseUnavailable(error);
}
