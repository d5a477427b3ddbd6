import type { Logger } from "@skucast/service-kit/logger";
import { closeQuietly } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";

/**
 * The number of messages in the queue that no consumer has in hand. Rejects if there is no such queue. It has a channel of
 * its own, because a missing queue closes the channel (AMQP 0-9-1, queue.declare, passive).
 */
export async function countMessages(connection: RabbitConnection, queue: string, logger: Logger): Promise<number> {
  const channel = await connection.openChannel();
  channel.on("error", () => {}); // the call rejects with the same error
  try {
    return (await channel.checkQueue(queue)).messageCount;
  } finally {
    await closeQuietly(channel, logger);
  }
}
