import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "@skucast/service-kit/logger";
import type { ConfirmChannel } from "amqplib";
import { type BusMessage, BusUnavailableError } from "./bus.js";
import type { QueueLimits } from "./queue-limits.js";
import { type ChannelSession, openRecoveringChannel } from "./rabbitmq-channel.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { declareTopology } from "./rabbitmq-topology.js";
import { brokerNames, exchangeOf, type QueueDefinition, queuesFor } from "./topology.js";

const READY_TIMEOUT_MS = 1_000;
const PUBLISH_TIMEOUT_MS = 10_000;
/** The exchange that sends a message to the queue that its routing key names. */
const DEFAULT_EXCHANGE = "";
/** Messages encoded in one turn of the event loop, so that a large batch does not block the process. */
const MESSAGES_PER_TURN = 25;

export interface RabbitPublisher {
  publish(messages: readonly BusMessage[]): Promise<void>;
  /** Sends to the processes that listen now; nothing is written to disk. */
  broadcast(topic: string, body: string): Promise<void>;
  /** Rejects unless the broker answers a request. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RabbitPublisherOptions {
  readonly connection: RabbitConnection;
  readonly topology: readonly QueueDefinition[];
  readonly namespace: string;
  readonly limits: QueueLimits;
  readonly logger: Logger;
}

/** Publishes on one confirm channel. Messages are pipelined, and their confirms are counted per batch. */
export function createRabbitPublisher(options: RabbitPublisherOptions): RabbitPublisher {
  const { connection, topology, namespace, limits, logger } = options;
  const { exchanges, broadcastExchange, queue: nameOf } = brokerNames(namespace);
  /** Ids of messages that no queue accepted. The broker returns them before it confirms them. */
  const returned = new Set<string>();
  let draining: Promise<void> | undefined;

  const recovering = openRecoveringChannel({
    logger,
    open: connection.openConfirmChannel,
    setUp: async ({ channel }) => {
      returned.clear();
      draining = undefined;
      channel.on("return", (message) => returned.add(String(message.properties.messageId)));
      await declareTopology(channel, topology, namespace);
    },
  });

  async function writableChannel(): Promise<ChannelSession<ConfirmChannel>> {
    const session = await recovering.ready(READY_TIMEOUT_MS);
    const reason = connection.unavailableReason();
    if (reason !== undefined) throw new BusUnavailableError(reason);
    return session;
  }

  /** Waits after `channel.publish` has returned that its buffer is full. The message was buffered; later ones must wait. */
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
    const targets = messages.map((message) => ({ message, queues: queuesFor(message.routingKey, topology) }));
    await limits.refresh([...new Set(targets.flatMap(({ queues }) => queues))]);
    const outgoing = targets.flatMap(({ message, queues }) => outgoingOf(message, queues));
    if (outgoing.length === 0) return;
    await confirmed(outgoing.length, (session, batch) => send(session, outgoing, batch));
  }

  /** One message to the exchange, which copies it; if some of its queues are full, one to each of the others. */
  function outgoingOf(message: BusMessage, queues: readonly QueueDefinition[]): Outgoing[] {
    const open = queues.filter(limits.take);
    if (open.length < queues.length) {
      return open.map((queue) => ({ message, exchange: DEFAULT_EXCHANGE, routingKey: nameOf(queue), mandatory: true }));
    }
    const exchange = exchanges[exchangeOf(message.routingKey, topology)];
    return [{ message, exchange, routingKey: message.routingKey, mandatory: queues.length > 0 }];
  }

  function broadcast(topic: string, body: string): Promise<void> {
    return confirmed(1, async (session, batch) => {
      session.channel.publish(broadcastExchange, topic, Buffer.from(body), { persistent: false }, (error) => {
        if (error) reject(session, batch, new BusUnavailableError("RabbitMQ rejected a broadcast", { cause: error }));
        else batch.confirm();
      });
    });
  }

  /** Sends `count` messages and waits until the broker has confirmed all of them. */
  async function confirmed(
    count: number,
    sendAll: (session: ChannelSession<ConfirmChannel>, batch: Batch) => Promise<void>,
  ): Promise<void> {
    const session = await writableChannel();
    const batch = createBatch(count);
    const timer = setTimeout(() => {
      const error = new BusUnavailableError(`RabbitMQ did not confirm within ${PUBLISH_TIMEOUT_MS} ms`);
      batch.fail(error);
      session.abandon(error); // the broker may not answer on this channel any more
    }, PUBLISH_TIMEOUT_MS);
    try {
      await sendAll(session, batch);
      await batch.settled;
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(session: ChannelSession<ConfirmChannel>, outgoing: readonly Outgoing[], batch: Batch) {
    const { channel, lost } = session;
    for (const [index, { message, exchange, routingKey, mandatory }] of outgoing.entries()) {
      if (index > 0 && index % MESSAGES_PER_TURN === 0) await turn();
      if (batch.isSettled()) return;
      if (lost.aborted) return batch.fail(new BusUnavailableError("the channel was lost", { cause: lost.reason }));
      const properties = { ...propertiesOf(message), mandatory };
      const hasRoom = channel.publish(exchange, routingKey, Buffer.from(message.body), properties, (error) => {
        if (error) reject(session, batch, new BusUnavailableError("RabbitMQ rejected a message", { cause: error }));
        else if (returned.delete(message.id)) {
          reject(session, batch, new BusUnavailableError(`RabbitMQ has no queue for ${message.routingKey}`));
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
    close: () => recovering.close(),
  };
}

/**
 * Fails the batch and abandons its channel. The next channel declares the queues again. It also learns their leaders again:
 * in RabbitMQ 3.10, a channel that was opened while the node of a queue's leader was down rejects all messages to it.
 */
function reject({ abandon }: ChannelSession<ConfirmChannel>, batch: Batch, error: BusUnavailableError): void {
  batch.fail(error);
  abandon(error);
}

function propertiesOf(message: BusMessage) {
  const { traceparent } = message.headers ?? {};
  return {
    persistent: true,
    messageId: message.id,
    // Repeats the routing key, because dead-lettering replaces the original.
    type: message.routingKey,
    contentType: "application/json",
    contentEncoding: "utf-8",
    headers: traceparent === undefined ? {} : { traceparent },
  };
}

interface Outgoing {
  readonly message: BusMessage;
  readonly exchange: string;
  readonly routingKey: string;
  /** Whether the broker returns the message if no queue gets it. */
  readonly mandatory: boolean;
}

interface Batch {
  confirm(): void;
  fail(error: Error): void;
  isSettled(): boolean;
  readonly settled: Promise<void>;
}

/** Counts the confirms of one `publish`. The first failure fails the batch. */
function createBatch(size: number): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let left = size;
  let isSettled = false;
  promise.catch(() => {}); // it may fail while messages are still being written, before it is awaited
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
