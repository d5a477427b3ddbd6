import type { Logger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { type BroadcastHandler, BusUnavailableError, type Listening } from "./bus.js";
import { callSafely } from "./call-safely.js";
import { keepChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareBroadcasts } from "./rabbitmq-topology.js";

/** A process that does not come to read loses the oldest, and the broker its burden. */
const QUEUE_LIMITS = { "x-max-length": 10_000, "x-message-ttl": 60_000 };

export interface RabbitListenerOptions {
  readonly connection: RabbitConnection;
  readonly namespace: string;
  readonly topic: string;
  readonly handler: BroadcastHandler;
  readonly logger: Logger;
}

/** Hears broadcasts through a queue of its own, which is gone with the connection and declared anew on the next one. */
export function startRabbitListener(options: RabbitListenerOptions): Listening {
  const { connection, namespace, topic, handler, logger } = options;
  const hear = callSafely(topic, handler, logger);
  let isStopped = false;

  const kept = keepChannel<Channel>({
    logger,
    open: connection.openChannel,
    begin: async ({ channel, abandon }) => {
      const exchange = await declareBroadcasts(channel, namespace);
      const queue = `${exchange}.${crypto.randomUUID()}`;
      await channel.assertQueue(queue, { exclusive: true, autoDelete: true, durable: false, arguments: QUEUE_LIMITS });
      await channel.bindQueue(queue, exchange, "");
      const receive: Parameters<Channel["consume"]>[1] = (delivery) => {
        if (delivery === null) abandon(new BusUnavailableError(`the queue ${queue} was deleted`));
        else if (!isStopped && delivery.fields.routingKey === topic) hear(delivery.content.toString("utf8"));
      };
      await channel.consume(queue, receive, { noAck: true, exclusive: true });
    },
  });

  let stopped: Promise<void> | undefined;
  return {
    isLive: () => !isStopped && kept.life() !== undefined,
    stop: () => {
      isStopped = true;
      stopped ??= kept.close();
      return stopped;
    },
  };
}
