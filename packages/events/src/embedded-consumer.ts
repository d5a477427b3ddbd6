import type { Database } from "@skucast/db/database";
import type { Logger } from "@skucast/service-kit/logger";
import { startLoop } from "@skucast/service-kit/loop";
import type { Metrics } from "@skucast/service-kit/metrics";
import { reconnectDelayMs } from "./back-off.js";
import type { ConsumeOptions, Consumer, MessageHandler } from "./bus.js";
import type { QueueNotifier } from "./embedded-notifier.js";
import { createSettler } from "./embedded-settler.js";
import { type ClaimedMessage, claimMessages } from "./embedded-statements.js";
import { handleMessage, type Settlement } from "./handle-message.js";
import { settledWithin } from "./pause.js";
import { brokerNames, deadLetterQueue, type QueueDefinition } from "./topology.js";

/** Polls find messages without a notification: lost notifications, redeliveries, expired leases. */
const POLL_MS = 1_000;
const POLL_UNNOTIFIED_MS = 250;
/** The timer must not fire before the message is due by the database's clock. */
const WAKE_LATE_MS = 2;

export interface EmbeddedConsumerOptions extends ConsumeOptions {
  readonly db: Database;
  readonly notifier: QueueNotifier;
  readonly namespace: string;
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  readonly leaseMs: number;
  readonly redeliveryDelayMs: (attempt: number) => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A consumer that claims messages up to its prefetch. Resolves after its first claim, or after `waitMs`. */
export async function startEmbeddedConsumer(options: EmbeddedConsumerOptions, waitMs: number): Promise<Consumer> {
  const { db, notifier, namespace, queue, handler, prefetch, leaseMs, logger, metrics } = options;
  const names = brokerNames(namespace);
  const name = names.queue(queue);
  const stopping = new AbortController();
  const firstClaim = Promise.withResolvers<void>();
  const inHand = new Map<string, { message: ClaimedMessage; work: Promise<void> }>();
  const settler = createSettler({ db, queue: name, signal: stopping.signal, logger });
  let isReachable = false;

  async function claim(): Promise<"more" | "idle"> {
    const limit = prefetch - inHand.size;
    if (limit <= 0) return "idle";
    const messages = await claimMessages(db, { queue: name, limit, leaseMs, inHand: [...inHand.keys()] });
    isReachable = true;
    firstClaim.resolve();
    for (const message of messages) {
      const work = handleAndSettle(message).finally(() => {
        inHand.delete(message.seq);
        loop.wake();
      });
      inHand.set(message.seq, { message, work });
    }
    return messages.length === limit ? "more" : "idle";
  }

  async function handleAndSettle(message: ClaimedMessage): Promise<void> {
    const isOverLimit = message.attempt > queue.deliveryLimit + 1; // its consumers died while they handled it
    const settlement = isOverLimit
      ? "dead"
      : await handleMessage({ queue, message, handler, signal: stopping.signal, logger, metrics });
    await settle(message, settlement);
  }

  async function settle(message: ClaimedMessage, settlement: Settlement): Promise<void> {
    const isLast = message.attempt > queue.deliveryLimit;
    if (settlement === "dead" || (settlement === "retry" && isLast)) {
      const to = names.queue(deadLetterQueue(queue));
      if (await settler.settle(message, { kind: "dead", to })) notifier.notify([to]);
    } else if (settlement === "retry") {
      const afterMs = options.redeliveryDelayMs(message.attempt);
      await settler.settle(message, { kind: "retry", afterMs });
      setTimeout(loop.wake, afterMs + WAKE_LATE_MS).unref();
    } else {
      await settler.settle(message, { kind: settlement });
    }
  }

  const loop = startLoop({
    name: `bus.consume ${name}`,
    logger,
    run: claim,
    next: () => new Date(Date.now() + (notifier.connection() ? POLL_MS : POLL_UNNOTIFIED_MS)),
    retryMs: reconnectDelayMs,
    onError: (error) => {
      if (isReachable)
        logger.warn({ event: "bus.disconnected", queue: name, err: error }, "the queue cannot be reached");
      isReachable = false;
    },
  });
  const renewing = startLoop({
    name: `bus.renew ${name}`,
    logger,
    intervalMs: leaseMs / 3,
    retryMs: () => leaseMs / 3,
    run: () =>
      settler.renew(
        [...inHand.values()].map(({ message }) => message),
        leaseMs,
      ),
    onError: (error) => logger.debug({ event: "bus.renew_failed", queue: name, err: error }),
  });
  const unsubscribe = notifier.onNotify(name, loop.wake);
  await settledWithin(waitMs, firstClaim.promise);

  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    unsubscribe();
    stopping.abort();
    await loop.stop();
    await Promise.all([...inHand.values()].map(({ work }) => work));
    await renewing.stop();
  }
  return {
    isLive: () => isReachable && !stopping.signal.aborted,
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}
