import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import { type Channel, type ConsumeMessage, IllegalOperationError } from "amqplib";
import {
  BusUnavailableError,
  type ConsumeOptions,
  type Consumer,
  type MessageHandler,
  type ReceivedMessage,
} from "./bus.js";
import { handleMessage, type Settlement } from "./handle-message.js";
import { pause, settledWithin } from "./pause.js";
import { type ChannelSession, openRecoveringChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareTopology } from "./rabbitmq-topology.js";
import { brokerNames, type QueueDefinition } from "./topology.js";

const CANCEL_TIMEOUT_MS = 2_000;
/** After this time without messages, a consumer checks that its queue is empty and knows the consumer. */
const SILENCE_MS = 2_000;
const ANSWER_TIMEOUT_MS = 2_000;

export interface RabbitConsumerOptions extends ConsumeOptions {
  readonly connection: RabbitConnection;
  readonly topology: readonly QueueDefinition[];
  readonly namespace: string;
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  readonly redeliveryDelayMs: (attempt: number) => number;
  readonly silenceMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A consumer with a channel of its own. Resolves when it is active, or after `waitMs`. */
export async function startRabbitConsumer(options: RabbitConsumerOptions, waitMs: number): Promise<Consumer> {
  const {
    connection,
    topology,
    namespace,
    queue,
    handler,
    prefetch,
    silenceMs = SILENCE_MS,
    logger,
    metrics,
  } = options;
  const name = brokerNames(namespace).queue(queue);
  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();
  const consumerTag = `${name}.${crypto.randomUUID()}`;
  let receivedCount = 0;

  function receive(session: ChannelSession<Channel>, signal: AbortSignal, delivery: ConsumeMessage | null): void {
    receivedCount += 1;
    if (delivery === null) {
      session.abandon(new BusUnavailableError(`the queue ${name} was deleted`));
    } else if (stopping.signal.aborted) {
      settle(session, delivery, "release");
    } else {
      const work = handleAndSettle(session, signal, delivery).finally(() => inHand.delete(work));
      inHand.add(work);
    }
  }

  async function handleAndSettle(session: ChannelSession<Channel>, signal: AbortSignal, delivery: ConsumeMessage) {
    const message = toMessage(delivery);
    const outcome = await handleMessage({ queue, message, handler, signal, logger, metrics });
    // The message stays in hand during the delay, because that works with every version of RabbitMQ.
    if (outcome === "retry") await pause(options.redeliveryDelayMs(message.attempt), signal);
    settle(session, delivery, outcome);
  }

  /**
   * If a queue is deleted and declared again while a consumer registers, the broker may drop the consumer without notice.
   * A consumer that receives nothing although messages wait, or that the queue does not know, opens a new channel.
   */
  async function watchForSilence(session: ChannelSession<Channel>, signal: AbortSignal): Promise<void> {
    for (let before = receivedCount; await pause(silenceMs, signal); before = receivedCount) {
      if (receivedCount > before || inHand.size >= prefetch) continue;
      let isConsuming = false;
      const checked = session.channel.checkQueue(name).then(({ messageCount, consumerCount }) => {
        isConsuming = receivedCount > before || (consumerCount > 0 && messageCount === 0);
      });
      await settledWithin(ANSWER_TIMEOUT_MS, checked);
      if (!isConsuming) session.abandon(new BusUnavailableError(`the queue ${name} has lost its consumer`));
    }
  }

  const channel = openRecoveringChannel<Channel>({
    logger,
    open: connection.openChannel,
    setUp: async (session) => {
      const signal = AbortSignal.any([stopping.signal, session.lost]);
      await declareTopology(session.channel, topology, namespace);
      await session.channel.prefetch(prefetch);
      await session.channel.consume(name, (delivery) => receive(session, signal, delivery), { consumerTag });
      // If the check fails, the channel is broken, and is reopened because of that.
      void watchForSilence(session, signal).catch(() => {});
    },
  });
  await channel.ready(waitMs).catch((error) => logger.warn({ event: "bus.consumer_waits", queue: name, err: error }));

  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    stopping.abort();
    const session = channel.current();
    if (session) {
      await settledWithin(CANCEL_TIMEOUT_MS, session.channel.cancel(consumerTag)).catch((error) =>
        logger.debug({ event: "bus.cancel_failed", queue: name, err: error }),
      );
    }
    await Promise.all(inHand);
    await channel.close();
  }
  return {
    isLive: () => channel.current() !== undefined && !stopping.signal.aborted,
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

/**
 * The only place that acknowledges. `basic.reject` counts towards the delivery limit in every version of RabbitMQ, after
 * which the message is dead-lettered; `basic.nack` counts in 3.x but not from 4.3 on. On a lost channel there is nothing
 * to settle, because the broker has requeued the message.
 */
function settle({ channel, lost }: ChannelSession<Channel>, delivery: ConsumeMessage, outcome: Settlement): void {
  if (lost.aborted) return;
  const acknowledge = {
    done: () => channel.ack(delivery),
    retry: () => channel.reject(delivery, true),
    dead: () => channel.reject(delivery, false),
    release: () => channel.nack(delivery, false, true),
  } satisfies Record<Settlement, () => void>;
  try {
    acknowledge[outcome]();
  } catch (error) {
    if (!(error instanceof IllegalOperationError)) throw error; // the channel is closing
  }
}

function toMessage({ content, fields, properties }: ConsumeMessage): ReceivedMessage {
  const { traceparent, "x-delivery-count": returns } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    routingKey: typeof properties.type === "string" ? properties.type : fields.routingKey,
    body: content.toString("utf8"),
    headers: typeof traceparent === "string" ? { traceparent } : {},
    attempt: (typeof returns === "number" ? returns : 0) + 1,
  };
}
