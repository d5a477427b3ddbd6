import type { Database } from "@skucast/db/database";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import { redeliveryDelayMs } from "./back-off.js";
import { assertBroadcast, type Bus, type BusMessage, BusUnavailableError } from "./bus.js";
import { callSafely } from "./call-safely.js";
import { createConsumerRegister } from "./consumer-register.js";
import { startEmbeddedConsumer } from "./embedded-consumer.js";
import { createQueueNotifier } from "./embedded-notifier.js";
import { countMessages, insertMessages, type QueuedMessage } from "./embedded-statements.js";
import { withinSignal } from "./pause.js";
import { createQueueLimits } from "./queue-limits.js";
import { brokerNames, type QueueDefinition, queuesFor, TOPOLOGY } from "./topology.js";

const ROWS_PER_STATEMENT_MAX = 1_000;
const CONSUMER_WAIT_MS = 5_000;
const LEASE_MS = 15_000;

export interface EmbeddedBusOptions {
  /** Not closed by the bus, and must outlive it. One of its system connections is used for LISTEN. */
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly topology?: readonly QueueDefinition[];
  /** Prefix of queue names, for tests that share a database. */
  readonly namespace?: string;
  /** The length at which a queue takes no more messages; see `queue-limits.ts`. */
  readonly queueMessagesMax?: number | undefined;
  /** How long a message stays with a consumer that does not renew its lease. */
  readonly leaseMs?: number;
  readonly redeliveryDelayMs?: (attempt: number) => number;
}

/** The bus on PostgreSQL only, for a machine without RabbitMQ. Any number of processes may share it. */
export function openEmbeddedBus(options: EmbeddedBusOptions): Bus {
  const { db, logger, metrics, topology = TOPOLOGY, namespace = "" } = options;
  const names = brokerNames(namespace);
  const notifier = createQueueNotifier(db, logger);
  const consumers = createConsumerRegister(metrics);
  const limits = createQueueLimits({
    topology,
    namespace,
    metrics,
    logger,
    messagesMax: options.queueMessagesMax,
    countMessages: (queue, max) => countMessages(db, queue, max),
  });
  let closed: Promise<void> | undefined;

  async function publish(messages: readonly BusMessage[]): Promise<void> {
    const targets = messages.map((message) => ({ message, queues: queuesFor(message.routingKey, topology) }));
    await limits.refresh([...new Set(targets.flatMap(({ queues }) => queues))]);
    const copies = targets.flatMap(({ message, queues }) =>
      queues.filter(limits.take).map((queue) => toQueued(names.queue(queue), message)),
    );
    for (let start = 0; start < copies.length; start += ROWS_PER_STATEMENT_MAX) {
      const some = copies.slice(start, start + ROWS_PER_STATEMENT_MAX);
      await insertMessages(db, some).catch(rethrow);
      notifier.notify(new Set(some.map((copy) => copy.queue)));
    }
  }

  return {
    publish: async (messages) => {
      assertOpen();
      await publish(messages);
    },
    consume: async (queue, handler, { prefetch }) => {
      assertOpen();
      const { leaseMs = LEASE_MS, redeliveryDelayMs: delayMs = redeliveryDelayMs } = options;
      const own = { db, notifier, namespace, queue, handler, prefetch, leaseMs, redeliveryDelayMs: delayMs };
      return consumers.add(queue, await startEmbeddedConsumer({ ...own, logger, metrics }, CONSUMER_WAIT_MS));
    },
    broadcast: async (topic, body) => {
      assertOpen();
      assertBroadcast(topic, body);
      await notifier.broadcast(`${namespace}${topic}`, body).catch(rethrow);
    },
    listen: (topic, handler) => {
      assertOpen();
      const unsubscribe = notifier.onBroadcast(`${namespace}${topic}`, callSafely(topic, handler, logger));
      let isStopped = false;
      return {
        isLive: () => !isStopped && !closed && notifier.connection() !== undefined,
        connection: () => (isStopped || closed ? undefined : notifier.connection()),
        stop: async () => {
          isStopped = true;
          unsubscribe();
        },
      };
    },
    check: async (signal) => {
      assertOpen();
      await withinSignal(signal, db.system.query("SELECT FROM bus_messages LIMIT 0"));
      consumers.assertLive();
    },
    close: () => {
      closed ??= consumers.stopAll().then(notifier.close);
      return closed;
    },
  };

  function assertOpen(): void {
    if (closed) throw new BusUnavailableError("the bus was closed");
  }
}

/** Rethrows an error that PostgreSQL itself reports, because it would recur. Others mean that it cannot be reached. */
function rethrow(error: unknown): never {
  if (error instanceof Object && "severity" in error && !isDatabaseUnavailable(error)) throw error;
  throw new BusUnavailableError("PostgreSQL cannot be reached", { cause: error });
}

function toQueued(queue: string, { id, routingKey, body, headers }: BusMessage): QueuedMessage {
  return { queue, id, routingKey, body, traceparent: headers?.traceparent ?? null };
}
