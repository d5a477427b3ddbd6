import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "@skucast/service-kit/logger";
import type { ConfirmChannel } from "amqplib";
import { type BusMessage, BusUnavailableError } from "./bus.js";
import { type ChannelLife, keepChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareTopology } from "./rabbitmq-topology.js";
import { brokerNames, exchangeOf, type QueueDefinition, queuesFor } from "./topology.js";

const READY_TIMEOUT_MS = 1_000;
const PUBLISH_TIMEOUT_MS = 10_000;
/** So many messages are encoded in one turn of the loop: whoever else the process serves does not wait for all of them. */
const AT_A_TIME = 25;

export interface RabbitPublisher {
  publish(messages: readonly BusMessage[]): Promise<void>;
  /** To the queues of those who listen just now; nothing is written to disk. */
  broadcast(topic: string, body: string): Promise<void>;
  /** Asks the broker itself. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RabbitPublisherOptions {
  readonly connection: RabbitConnection;
  readonly topology: readonly QueueDefinition[];
  readonly namespace: string;
  readonly logger: Logger;
}

/** Publishes on one confirm channel: messages are pipelined, and their confirms are counted batch by batch. */
export function createRabbitPublisher(options: RabbitPublisherOptions): RabbitPublisher {
  const { connection, topology, namespace, logger } = options;
  const { exchanges, broadcastExchange } = brokerNames(namespace);
  /** Ids that no queue took. The broker says so before it confirms the message. */
  const returned = new Set<string>();
  let draining: Promise<void> | undefined;

  const kept = keepChannel({
    logger,
    open: connection.openConfirmChannel,
    begin: async ({ channel }) => {
      returned.clear();
      draining = undefined;
      channel.on("return", (message) => returned.add(String(message.properties.messageId)));
      await declareTopology(channel, topology, namespace);
    },
  });

  async function writableChannel(): Promise<ChannelLife<ConfirmChannel>> {
    const life = await kept.ready(READY_TIMEOUT_MS);
    const trouble = connection.trouble();
    if (trouble !== undefined) throw new BusUnavailableError(trouble);
    return life;
  }

  /** `channel.publish` answered that its buffer is full: what was written is kept, and more must wait. */
  function drained(channel: ConfirmChannel): Promise<void> {
    draining ??= new Promise((resolve) => {
      const end = () => {
        channel.off("drain", end).off("close", end);
        draining = undefined;
        resolve();
      };
      channel.on("drain", end).on("close", end);
    });
    return draining;
  }

  async function publish(messages: readonly BusMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await confirmed(messages.length, (life, batch) => send(life, messages, batch));
  }

  function broadcast(topic: string, body: string): Promise<void> {
    return confirmed(1, async ({ channel }, batch) => {
      channel.publish(broadcastExchange, topic, Buffer.from(body), { persistent: false }, (error) => {
        if (error) batch.fail(new BusUnavailableError("RabbitMQ did not take a broadcast", { cause: error }));
        else batch.confirm();
      });
    });
  }

  /** Sends so many messages and waits until the broker has confirmed them all. */
  async function confirmed(
    count: number,
    sendAll: (life: ChannelLife<ConfirmChannel>, batch: Batch) => Promise<void>,
  ): Promise<void> {
    const life = await writableChannel();
    const batch = openBatch(count);
    const timer = setTimeout(() => {
      const error = new BusUnavailableError(`RabbitMQ did not confirm within ${PUBLISH_TIMEOUT_MS} ms`);
      batch.fail(error);
      life.abandon(error); // what was not confirmed is not waited for, and the next channel needs a broker that answers
    }, PUBLISH_TIMEOUT_MS);
    try {
      await sendAll(life, batch);
      await batch.settled;
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(
    { channel, lost, abandon }: ChannelLife<ConfirmChannel>,
    messages: readonly BusMessage[],
    batch: Batch,
  ) {
    for (const [index, message] of messages.entries()) {
      if (index > 0 && index % AT_A_TIME === 0) await turn();
      if (batch.isSettled()) return;
      if (lost.aborted) return batch.fail(new BusUnavailableError("the channel was lost", { cause: lost.reason }));
      const exchange = exchanges[exchangeOf(message.routingKey, topology)];
      const mandatory = queuesFor(message.routingKey, topology).length > 0;
      const properties = { ...propertiesOf(message), mandatory };
      const hasRoom = channel.publish(exchange, message.routingKey, Buffer.from(message.body), properties, (error) => {
        if (error) batch.fail(new BusUnavailableError("RabbitMQ did not take a message", { cause: error }));
        else if (returned.delete(message.id)) {
          const noQueue = new BusUnavailableError(`RabbitMQ has no queue for ${message.routingKey}`);
          batch.fail(noQueue);
          abandon(noQueue); // the next channel declares the queues again
        } else batch.confirm();
      });
      if (!hasRoom) await Promise.race([drained(channel), batch.settled.catch(() => {})]);
    }
  }

  return {
    publish,
    broadcast,
    check: async () => {
      const { channel } = await writableChannel();
      await channel.checkExchange(exchanges.events);
    },
    close: () => kept.close(),
  };
}

function propertiesOf(message: BusMessage) {
  const { traceparent } = message.headers ?? {};
  return {
    persistent: true,
    messageId: message.id,
    // The routing key a second time: dead-lettering replaces the first.
    type: message.routingKey,
    contentType: "application/json",
    contentEncoding: "utf-8",
    headers: traceparent === undefined ? {} : { traceparent },
  };
}

interface Batch {
  confirm(): void;
  fail(error: Error): void;
  isSettled(): boolean;
  readonly settled: Promise<void>;
}

/** Counts the confirms of one `publish`; the first failure decides. */
function openBatch(size: number): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let left = size;
  let isSettled = false;
  promise.catch(() => {}); // it may fail while messages are still being written, before anyone waits for it
  return {
    settled: promise,
    isSettled: () => isSettled,
    confirm: () => {
      left -= 1;
      if (left > 0) return;
      isSettled = true;
      resolve();
    },
    fail: (error) => {
      isSettled = true;
      reject(error);
    },
  };
}
