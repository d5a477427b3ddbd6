import type { Channel } from "amqplib";
import { brokerNames, deadLetterQueue, type QueueDefinition, RETIRED_QUEUES } from "./topology.js";

/**
 * Declares exchanges, queues and bindings; existing ones stay, retired ones are deleted. Uses only what both RabbitMQ
 * 3.10 and 4.3 support: durable quorum queues with an explicit type and delivery limit (3.x has no default limit).
 * Dead-lettering is at-least-once, which RabbitMQ supports only together with `reject-publish`.
 */
export async function declareTopology(
  channel: Channel,
  topology: readonly QueueDefinition[],
  namespace: string,
): Promise<void> {
  const names = brokerNames(namespace);
  await channel.assertExchange(names.exchanges.events, "topic", { durable: true });
  await channel.assertExchange(names.exchanges.work, "direct", { durable: true });
  await channel.assertExchange(names.deadExchange, "direct", { durable: true });
  await declareBroadcasts(channel, namespace);
  for (const queue of topology) {
    const name = names.queue(queue);
    const deadName = names.queue(deadLetterQueue(queue));
    await channel.assertQueue(deadName, { durable: true, arguments: { "x-queue-type": "quorum" } });
    await channel.bindQueue(deadName, names.deadExchange, name);
    await channel.assertQueue(name, {
      durable: true,
      arguments: {
        "x-queue-type": "quorum",
        "x-delivery-limit": queue.deliveryLimit,
        "x-dead-letter-exchange": names.deadExchange,
        "x-dead-letter-routing-key": name,
        "x-dead-letter-strategy": "at-least-once",
        "x-overflow": "reject-publish",
      },
    });
    await channel.bindQueue(name, names.exchanges[queue.exchange], queue.pattern);
  }
  // RabbitMQ accepts the deletion of a queue that does not exist.
  for (const retired of RETIRED_QUEUES) await channel.deleteQueue(`${namespace}${retired}`);
}

/** Broadcasts reach the queues that are bound at that time. The exchange survives a restart of the broker, broadcasts do not. */
export async function declareBroadcasts(channel: Channel, namespace: string): Promise<string> {
  const { broadcastExchange } = brokerNames(namespace);
  await channel.assertExchange(broadcastExchange, "fanout", { durable: true });
  return broadcastExchange;
}
