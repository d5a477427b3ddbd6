import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import { redeliveryDelayMs } from "./back-off.js";
import { assertBroadcast, type BroadcastSubscription, type Bus, BusUnavailableError } from "./bus.js";
import { createConsumerRegister } from "./consumer-register.js";
import { withinSignal } from "./pause.js";
import { createQueueLimits } from "./queue-limits.js";
import { openRabbitConnection, type RabbitConnection } from "./rabbitmq-connection.js";
import { startRabbitConsumer } from "./rabbitmq-consumer.js";
import { startRabbitListener } from "./rabbitmq-listener.js";
import { createRabbitPublisher } from "./rabbitmq-publisher.js";
import { countMessages } from "./rabbitmq-queue-length.js";
import { type QueueDefinition, TOPOLOGY } from "./topology.js";

const CONSUMER_WAIT_MS = 5_000;
const CHECK_TIMEOUT_MS = 5_000;

export interface RabbitMqBusOptions {
  /** `amqp://` or `amqps://`. */
  readonly url: string;
  /** Name of the process, for the broker's tools. */
  readonly name: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly topology?: readonly QueueDefinition[];
  /** Prefix of all names on the broker, for tests that share a virtual host. */
  readonly namespace?: string;
  /** The length at which a queue takes no more messages; see `queue-limits.ts`. */
  readonly queueMessagesMax?: number | undefined;
  readonly redeliveryDelayMs?: (attempt: number) => number;
}

/**
 * The bus on RabbitMQ 3.10 to 4.x. Returns at once; connects in the background, and again after each loss. Publishing and
 * consuming have separate connections, so that a broker that blocks publishers still accepts acknowledgements.
 */
export function openRabbitMqBus(options: RabbitMqBusOptions): Bus {
  const { url, name, logger, metrics, topology = TOPOLOGY, namespace = "" } = options;
  const publishing = openRabbitConnection({ url, name: `${name} publish`, logger });
  const limits = createQueueLimits({
    topology,
    namespace,
    metrics,
    logger,
    messagesMax: options.queueMessagesMax,
    countMessages: (queue) => countMessages(publishing, queue, logger),
  });
  const publisher = createRabbitPublisher({ connection: publishing, topology, namespace, limits, logger });
  let consuming: RabbitConnection | undefined;
  const openConsuming = () => {
    consuming ??= openRabbitConnection({ url, name: `${name} consume`, logger });
    return consuming;
  };
  const consumers = createConsumerRegister(metrics);
  const listeners: BroadcastSubscription[] = [];
  let closed: Promise<void> | undefined;

  async function closeOnce(): Promise<void> {
    await Promise.all([consumers.stopAll(), ...listeners.map((listener) => listener.stop())]);
    await publisher.close();
    await Promise.all([publishing.close(), consuming?.close()]);
  }

  return {
    publish: async (messages) => {
      assertOpen();
      await publisher.publish(messages);
    },
    consume: async (queue, handler, { prefetch }) => {
      assertOpen();
      const connection = openConsuming();
      const delayMs = options.redeliveryDelayMs ?? redeliveryDelayMs;
      const own = { connection, topology, namespace, queue, handler, prefetch, redeliveryDelayMs: delayMs };
      return consumers.add(queue, await startRabbitConsumer({ ...own, logger, metrics }, CONSUMER_WAIT_MS));
    },
    broadcast: async (topic, body) => {
      assertOpen();
      assertBroadcast(topic, body);
      await publisher.broadcast(topic, body);
    },
    listen: (topic, handler) => {
      assertOpen();
      const listener = startRabbitListener({ connection: openConsuming(), namespace, topic, handler, logger });
      listeners.push(listener);
      return listener;
    },
    check: async (signal) => {
      assertOpen();
      const deadline = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await withinSignal(signal ? AbortSignal.any([signal, deadline]) : deadline, publisher.check());
      consumers.assertLive();
    },
    close: () => {
      closed ??= closeOnce();
      return closed;
    },
  };
  function assertOpen(): void {
    if (closed) throw new BusUnavailableError("the bus was closed");
  }
}
