import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { eventually } from "@skucast/testkit/eventually";
import type { Channel } from "amqplib";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { startRabbitConsumer } from "./rabbitmq-consumer.js";

const QUEUE = { name: "orders", exchange: "events", pattern: "order.*", deliveryLimit: 2 } as const;

/** A consumer on channels that deliver nothing; `states` is the queue as each channel reports it. */
async function startSilent(states: readonly { messageCount: number; consumerCount: number }[]) {
  let opened = 0;
  let checkCount = 0;
  const done = async () => {};
  const openChannel = async () => {
    const answer = states[Math.min(opened, states.length - 1)];
    opened += 1;
    const declared = { assertExchange: done, assertQueue: done, bindQueue: done, deleteQueue: done };
    const checkQueue = async () => {
      checkCount += 1;
      return answer;
    };
    return Object.assign(new EventEmitter(), {
      ...declared,
      prefetch: done,
      consume: done,
      checkQueue,
      cancel: done,
      close: done,
    }) as unknown as Channel;
  };
  const consumer = await startRabbitConsumer(
    {
      connection: { openChannel } as unknown as RabbitConnection,
      topology: [QUEUE],
      namespace: "",
      queue: QUEUE,
      handler: async () => "done",
      prefetch: 10,
      redeliveryDelayMs: () => 0,
      silenceMs: 5,
      logger: createLogger({ service: "test", level: "silent" }),
      metrics: createMetrics({ service: "test" }),
    },
    1_000,
  );
  return { consumer, opened: () => opened, checkCount: () => checkCount };
}

test.each([
  ["its queue does not know", { messageCount: 0, consumerCount: 0 }],
  ["receives nothing although messages wait", { messageCount: 3, consumerCount: 1 }],
])("a consumer that %s opens a new channel", async (_, state) => {
  const { consumer, opened } = await startSilent([state, { messageCount: 0, consumerCount: 1 }]);
  await eventually(() => opened() === 2);
  await consumer.stop();
});

test("a consumer of an empty queue keeps its channel", async () => {
  const { consumer, opened, checkCount } = await startSilent([{ messageCount: 0, consumerCount: 1 }]);
  await eventually(() => checkCount() >= 3);
  expect(opened()).toBe(1);
  await consumer.stop();
});
