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
  /** Aborts when the consumer no longer waits for unavailable servers. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** How a message is settled; `release` returns it to the queue without counting the attempt. */
export type Settlement = Outcome | "release";

/**
 * Runs the handler in a span that continues the message's trace. Returns the handler's outcome, `retry` if it throws, or
 * `release` if the consumer stopped while PostgreSQL or the bus could not be reached. Never throws.
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
  for (let failures = 1; ; failures += 1) {
    try {
      return await inSpan(span, () => handler(message));
    } catch (error) {
      if (!isTransient(error)) {
        logger.error(
          { event: "message.failed", ...fields, err: error },
          "the handler failed; the message will be redelivered",
        );
        return "retry";
      }
      if (failures === 1) {
        logger.warn({ event: "message.waits", ...fields, err: error }, "a server cannot be reached; retrying");
      }
      if (!(await pause(reconnectDelayMs(failures), signal))) return "release";
    }
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof BusUnavailableError || isDatabaseUnavailable(error);
}
