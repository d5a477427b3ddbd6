import type { Logger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { type BroadcastHandler, type BroadcastSubscription, BusUnavailableError } from "./bus.js";
import { callSafely } from "./call-safely.js";
import { openRecoveringChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareBroadcasts } from "./rabbitmq-topology.js";

/** If a process does not read its queue, the oldest broadcasts are dropped, so that the broker does not fill up. */
const QUEUE_LIMITS = { "x-max-length": 10_000, "x-message-ttl": 60_000 };

export interface RabbitListenerOptions {
  readonly connection: RabbitConnection;
  readonly namespace: string;
  readonly topic: string;
  readonly handler: BroadcastHandler;
  readonly logger: Logger;
}

/** Receives broadcasts through an exclusive queue, which is deleted with the connection and declared again on the next one. */
export function startRabbitListener(options: RabbitListenerOptions): BroadcastSubscription {
  const { connection, namespace, topic, handler, logger } = options;
  const handle = callSafely(topic, handler, logger);
  let isStopped = false;

  const channel = openRecoveringChannel<Channel>({
    logger,
    open: connection.openChannel,
    setUp: async ({ channel, abandon }) => {
      const exchange = await declareBroadcasts(channel, namespace);
      const queue = `${exchange}.${crypto.randomUUID()}`;
      await channel.assertQueue(queue, { exclusive: true, autoDelete: true, durable: false, arguments: QUEUE_LIMITS });
      await channel.bindQueue(queue, exchange, "");
      const receive: Parameters<Channel["consume"]>[1] = (delivery) => {
        if (delivery === null) abandon(new BusUnavailableError(`the queue ${queue} was deleted`));
        else if (!isStopped && delivery.fields.routingKey === topic) handle(delivery.content.toString("utf8"));
      };
      await channel.consume(queue, receive, { noAck: true, exclusive: true });
    },
  });

  let stopped: Promise<void> | undefined;
  return {
    isLive: () => !isStopped && channel.current() !== undefined,
    connection: () => (isStopped ? undefined : channel.current()),
    stop: () => {
      isStopped = true;
      stopped ??= channel.close();
      return stopped;
    },
  };
}
