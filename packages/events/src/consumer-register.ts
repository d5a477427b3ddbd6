import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { BusUnavailableError, type Consumer } from "./bus.js";
import type { QueueDefinition } from "./topology.js";

/** The consumers of one bus: for metrics, for health checks, and to stop them together. */
export interface ConsumerRegister {
  /** Returns a consumer that leaves the register when it is stopped. */
  add(queue: QueueDefinition, consumer: Consumer): Consumer;
  /** Throws if a consumer is not connected to its queue. */
  assertLive(): void;
  stopAll(): Promise<void>;
}

export function createConsumerRegister(metrics: Metrics): ConsumerRegister {
  const consumers = new Map<Consumer, string>();
  let isStopped = false;
  const stopObserving = metrics.observe(METRICS.busConsumers, () => countLive(consumers));
  return {
    add: (queue, consumer) => {
      if (isStopped) {
        void consumer.stop();
        throw new BusUnavailableError("the bus was closed while the consumer started");
      }
      consumers.set(consumer, queue.name);
      metrics.counterFromZero(METRICS.busMessages, { queue: [queue.name] });
      return { isLive: consumer.isLive, stop: () => consumer.stop().finally(() => consumers.delete(consumer)) };
    },
    assertLive: () => {
      const gone = [...consumers].filter(([consumer]) => !consumer.isLive()).map(([, queue]) => queue);
      if (gone.length > 0) throw new BusUnavailableError(`no consumer is connected to ${gone.join(", ")}`);
    },
    stopAll: async () => {
      isStopped = true;
      await Promise.all([...consumers.keys()].map((consumer) => consumer.stop()));
      stopObserving();
    },
  };
}

function countLive(consumers: ReadonlyMap<Consumer, string>) {
  const counts = new Map<string, number>();
  for (const [consumer, queue] of consumers) counts.set(queue, (counts.get(queue) ?? 0) + (consumer.isLive() ? 1 : 0));
  return [...counts].map(([queue, value]) => ({ labels: { queue }, value }));
}
