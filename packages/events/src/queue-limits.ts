import type { Logger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import { settledWithin } from "./pause.js";
import { brokerNames, type QueueDefinition } from "./topology.js";

/** The length at which a queue takes no more messages. It is far longer than what consumers leave in it for seconds. */
export const QUEUE_MESSAGES_MAX = 100_000;

const RECOUNT_MS = 1_000;
const RECOUNT_TIMEOUT_MS = 1_000;

export interface QueueLimitsOptions {
  readonly topology: readonly QueueDefinition[];
  readonly namespace: string;
  readonly messagesMax?: number | undefined;
  /** Number of messages in the queue, by its name on the broker; any number above `max` may stand for more. */
  readonly countMessages: (name: string, max: number) => Promise<number>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Keeps queues bounded whose consumers are away. A full queue gets no further message, and the message counts as
 * published, because the database has all of them: events are found by the sweep, runs, imports and deliveries by their
 * workers. A process counts what it publishes itself, and counts the queue again every second, so that several processes
 * may together exceed the limit by what they publish within a second.
 */
export interface QueueLimits {
  /** Counts queues again that were counted too long ago. It waits only for those that were full. */
  refresh(queues: readonly QueueDefinition[]): Promise<void>;
  /** Returns whether the queue takes one more message, and counts it. */
  take(queue: QueueDefinition): boolean;
}

interface Length {
  messages: number;
  /** How many messages this process has published. */
  taken: number;
  countedAtMs: number;
  counting: Promise<void> | undefined;
}

export function createQueueLimits(options: QueueLimitsOptions): QueueLimits {
  const { topology, namespace, messagesMax = QUEUE_MESSAGES_MAX, countMessages, metrics, logger } = options;
  const names = brokerNames(namespace);
  const skipped = metrics.counterFromZero(METRICS.busMessagesSkipped, { queue: topology.map(({ name }) => name) });
  const lengths = new Map<string, Length>();

  function lengthOf(queue: QueueDefinition): Length {
    const known = lengths.get(queue.name);
    if (known) return known;
    const added = { messages: 0, taken: 0, countedAtMs: Number.NEGATIVE_INFINITY, counting: undefined };
    lengths.set(queue.name, added);
    return added;
  }

  /** If the queue cannot be counted, the former length stays: publishing usually fails for the same reason. */
  async function recount(queue: QueueDefinition, length: Length): Promise<void> {
    const takenBefore = length.taken;
    try {
      const messages = await countMessages(names.queue(queue), messagesMax);
      // What was published meanwhile may have been counted or not. The next count is exact again.
      length.messages = messages + length.taken - takenBefore;
    } catch (error) {
      logger.debug({ event: "bus.count_failed", queue: queue.name, err: error }, "the queue could not be counted");
    } finally {
      length.countedAtMs = performance.now();
      length.counting = undefined;
    }
  }

  return {
    refresh: async (queues) => {
      const now = performance.now();
      const awaited: Promise<unknown>[] = [];
      for (const queue of queues) {
        const length = lengthOf(queue);
        if (now - length.countedAtMs < RECOUNT_MS) continue;
        length.counting ??= recount(queue, length);
        if (length.messages >= messagesMax) awaited.push(length.counting);
      }
      if (awaited.length > 0) await settledWithin(RECOUNT_TIMEOUT_MS, Promise.all(awaited));
    },
    take: (queue) => {
      const length = lengthOf(queue);
      if (length.messages < messagesMax) {
        length.messages += 1;
        length.taken += 1;
        return true;
      }
      skipped.inc({ queue: queue.name });
      return false;
    },
  };
}
