import type { Database } from "@skucast/db/database";
import { type Channel, type ChannelModel, connect } from "amqplib";
import { brokerNames, deadLetterQueue, TOPOLOGY } from "./topology.js";

/** The current state of a queue. */
export interface QueueState {
  readonly name: string;
  readonly messages: number;
  /** Null on the embedded bus, which does not count them. */
  readonly consumers: number | null;
  /** Whether it is a dead-letter queue. */
  readonly isDead: boolean;
}

const TIMEOUT_MS = 5_000;

/**
 * The queues of the topology on RabbitMQ, with their dead-letter queues, without those that were never declared. Changes
 * nothing. Throws if the broker cannot be reached within five seconds.
 */
export async function inspectRabbitQueues(url: string, namespace = ""): Promise<QueueState[]> {
  const connection = await connect(url, {
    timeout: TIMEOUT_MS,
    clientProperties: { connection_name: "skucast-doctor" },
  });
  connection.on("error", () => {});
  try {
    const names = brokerNames(namespace);
    const queues = TOPOLOGY.flatMap((queue) => [
      { queue, isDead: false },
      { queue: deadLetterQueue(queue), isDead: true },
    ]);
    const states: QueueState[] = [];
    for (const { queue, isDead } of queues) {
      const found = await inspectQueue(connection, names.queue(queue));
      if (found) states.push({ name: queue.name, ...found, isDead });
    }
    return states;
  } finally {
    await connection.close().catch(() => {});
  }
}

/**
 * Undefined if there is no such queue. Each call needs its own channel, because a missing queue closes it (AMQP 0-9-1,
 * queue.declare, passive).
 */
async function inspectQueue(
  connection: ChannelModel,
  name: string,
): Promise<{ messages: number; consumers: number } | undefined> {
  const channel: Channel = await connection.createChannel();
  channel.on("error", () => {});
  try {
    const { messageCount, consumerCount } = await channel.checkQueue(name);
    await channel.close();
    return { messages: messageCount, consumers: consumerCount };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === 404) return undefined;
    throw error;
  }
}

/** The queues of the embedded bus that have messages. */
export async function inspectEmbeddedQueues({ system }: Pick<Database, "system">): Promise<QueueState[]> {
  const { rows } = await system.query<{ queue: string; messages: number }>(
    "SELECT queue, count(*)::int AS messages FROM bus_messages GROUP BY queue ORDER BY queue",
  );
  return rows.map(({ queue, messages }) => ({
    name: queue,
    messages,
    consumers: null,
    isDead: queue.endsWith(".dead"),
  }));
}
