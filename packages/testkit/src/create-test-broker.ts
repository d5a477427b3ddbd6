import { randomBytes } from "node:crypto";
import { connect } from "amqplib";

/** Queues and exchanges that a test declared and wants to delete. */
export interface BrokerNames {
  readonly queues?: readonly string[];
  readonly exchanges?: readonly string[];
}

/** A namespace in the real RabbitMQ that no other test file uses. */
export interface TestBroker {
  readonly amqpUrl: string;
  /** The prefix for all names of queues and exchanges. */
  readonly namespace: string;
  /** Deletes these queues and exchanges; missing ones are ignored. */
  drop(names: BrokerNames): Promise<void>;
}

/**
 * Creates a namespace in the RabbitMQ at `AMQP_URL` (default: guest on localhost). A separate virtual host would need the
 * management plugin or RabbitMQ's cookie, which a developer's broker may not offer; a prefix always works.
 */
export function createTestBroker(): TestBroker {
  const amqpUrl = process.env.AMQP_URL ?? "amqp://guest:guest@127.0.0.1:5672";
  const namespace = `test_${randomBytes(6).toString("hex")}`;
  return { amqpUrl, namespace, drop: (names) => deleteNames(amqpUrl, names) };
}

async function deleteNames(amqpUrl: string, { queues = [], exchanges = [] }: BrokerNames): Promise<void> {
  const connection = await connect(amqpUrl, { noDelay: true, timeout: 60_000 });
  try {
    const channel = await connection.createChannel();
    for (const queue of queues) await channel.deleteQueue(queue);
    for (const exchange of exchanges) await channel.deleteExchange(exchange);
  } finally {
    await connection.close();
  }
}
