import { randomBytes } from "node:crypto";
import { connect } from "amqplib";

/** What a test declared and wants gone again. */
export interface BrokerNames {
  readonly queues?: readonly string[];
  readonly exchanges?: readonly string[];
}

/** A corner of the real RabbitMQ that no other test file uses. */
export interface TestBroker {
  readonly amqpUrl: string;
  /** A word to begin every queue and exchange name with. */
  readonly namespace: string;
  /** Deletes the named queues and exchanges; names that do not exist are fine. */
  drop(names: BrokerNames): Promise<void>;
}

/**
 * Names a corner of the RabbitMQ at `AMQP_URL` (otherwise guest on localhost). A virtual host of its own would need
 * the management plugin or RabbitMQ's cookie, which not every broker a developer has at hand offers; names always work.
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
