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
import { type ChannelLife, keepChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareTopology } from "./rabbitmq-topology.js";
import { brokerNames, type QueueDefinition } from "./topology.js";

const CANCEL_TIMEOUT_MS = 2_000;
/** A consumer that hears nothing for so long asks whether there is nothing to hear. */
const SILENT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 2_000;

export interface RabbitConsumerOptions extends ConsumeOptions {
  readonly connection: RabbitConnection;
  readonly topology: readonly QueueDefinition[];
  readonly namespace: string;
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  readonly redeliveryDelayMs: (attempt: number) => number;
  readonly silentMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A consumer with a channel of its own. Resolves when it is in place, or after `waitMs`. */
export async function startRabbitConsumer(options: RabbitConsumerOptions, waitMs: number): Promise<Consumer> {
  const { connection, topology, namespace, queue, handler, prefetch, silentMs = SILENT_MS, logger, metrics } = options;
  const name = brokerNames(namespace).queue(queue);
  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();
  const consumerTag = `${name}.${crypto.randomUUID()}`;
  let receivedCount = 0;

  function take(life: ChannelLife<Channel>, signal: AbortSignal, delivery: ConsumeMessage | null): void {
    receivedCount += 1;
    if (delivery === null) {
      life.abandon(new BusUnavailableError(`the queue ${name} was deleted`));
    } else if (stopping.signal.aborted) {
      settle(life, delivery, "release");
    } else {
      const work = handleAndSettle(life, signal, delivery).finally(() => inHand.delete(work));
      inHand.add(work);
    }
  }

  async function handleAndSettle(life: ChannelLife<Channel>, signal: AbortSignal, delivery: ConsumeMessage) {
    const message = toMessage(delivery);
    const outcome = await handleMessage({ queue, message, handler, signal, logger, metrics });
    // A message that waits to come back stays in hand: the portable way to delay it.
    if (outcome === "retry") await pause(options.redeliveryDelayMs(message.attempt), signal);
    settle(life, delivery, outcome);
  }

  /**
   * A queue that is deleted while a consumer comes to it may forget the consumer without a word, and be there again the
   * next moment. Whoever hears nothing though messages wait, or is no consumer of the queue, begins anew.
   */
  async function watchSilence(life: ChannelLife<Channel>, signal: AbortSignal): Promise<void> {
    for (let before = receivedCount; await pause(silentMs, signal); before = receivedCount) {
      if (receivedCount > before || inHand.size >= prefetch) continue;
      let isHeard = false;
      const asked = life.channel.checkQueue(name).then(({ messageCount, consumerCount }) => {
        isHeard = receivedCount > before || (consumerCount > 0 && messageCount === 0);
      });
      await settledWithin(ANSWER_TIMEOUT_MS, asked);
      if (!isHeard) life.abandon(new BusUnavailableError(`the queue ${name} has forgotten its consumer`));
    }
  }

  const kept = keepChannel<Channel>({
    logger,
    open: connection.openChannel,
    begin: async (life) => {
      const signal = AbortSignal.any([stopping.signal, life.lost]);
      await declareTopology(life.channel, topology, namespace);
      await life.channel.prefetch(prefetch);
      await life.channel.consume(name, (delivery) => take(life, signal, delivery), { consumerTag });
      // What breaks the asking has broken the channel, which its owner hears of.
      void watchSilence(life, signal).catch(() => {});
    },
  });
  await kept.ready(waitMs).catch((error) => logger.warn({ event: "bus.consumer_waits", queue: name, err: error }));

  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    stopping.abort();
    const life = kept.life();
    if (life) {
      await settledWithin(CANCEL_TIMEOUT_MS, life.channel.cancel(consumerTag)).catch((error) =>
        logger.debug({ event: "bus.cancel_failed", queue: name, err: error }),
      );
    }
    await Promise.all(inHand);
    await kept.close();
  }
  return {
    isLive: () => kept.life() !== undefined && !stopping.signal.aborted,
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

/**
 * The one place that acknowledges. `basic.reject` counts towards the delivery limit in every version of RabbitMQ, which
 * then dead-letters; `basic.nack` counts in 3.x and not from 4.3 on. On a lost channel there is nothing to settle: the
 * broker has the message back.
 */
function settle({ channel, lost }: ChannelLife<Channel>, delivery: ConsumeMessage, outcome: Settlement): void {
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
    if (!(error instanceof IllegalOperationError)) throw error; // the channel has just begun to close
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
