import type { Bus, Consumer, MessageHandler } from "./bus.js";
import type { QueueDefinition } from "./topology.js";

/** How an app consumes one queue. */
export interface QueueConsumer {
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  /** Messages that are handled at the same time. */
  readonly prefetch: number;
}

export type RunningConsumers = Pick<Consumer, "stop">;

/** Starts all consumers and returns them as one. When one fails to start, those already started are stopped. */
export async function startConsumers(
  bus: Pick<Bus, "consume">,
  definitions: readonly QueueConsumer[],
): Promise<RunningConsumers> {
  const consumers: Consumer[] = [];
  const stop = async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
  };
  try {
    for (const { queue, handler, prefetch } of definitions) {
      consumers.push(await bus.consume(queue, handler, { prefetch }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
