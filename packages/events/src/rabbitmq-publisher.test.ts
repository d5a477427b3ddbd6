import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { eventually } from "@skucast/testkit/eventually";
import type { ConfirmChannel } from "amqplib";
import { BusUnavailableError } from "./bus.js";
import type { RabbitConnection } from "./rabbitmq-connection.js";
import { createRabbitPublisher } from "./rabbitmq-publisher.js";
import { TOPOLOGY } from "./topology.js";

/** A channel that confirms every message or rejects every one, as the broker does with `basic.nack`. */
function channelThat(answer: "confirms" | "rejects") {
  const published: string[] = [];
  const channel = Object.assign(new EventEmitter(), {
    publish: (_exchange: string, key: string, _body: Buffer, _options: object, confirm: (error?: Error) => void) => {
      published.push(key);
      queueMicrotask(() => confirm(answer === "rejects" ? new Error("rejected") : undefined));
      return true;
    },
    assertExchange: async () => {},
    assertQueue: async () => {},
    bindQueue: async () => {},
    deleteQueue: async () => {},
    close: async () => {},
  });
  return { published, channel: channel as unknown as ConfirmChannel };
}

function publisherOn(channels: readonly ConfirmChannel[]) {
  const left = [...channels];
  const open = async () => left.shift() ?? new Promise<never>(() => {});
  const connection: RabbitConnection = {
    openChannel: () => new Promise<never>(() => {}),
    openConfirmChannel: open,
    unavailableReason: () => undefined,
    close: async () => {},
  };
  const limits = { refresh: async () => {}, take: () => true };
  const logger = createLogger({ service: "test", level: "silent" });
  return createRabbitPublisher({ connection, topology: TOPOLOGY, namespace: "", limits, logger });
}

test.each([
  ["a message", { publish: true }],
  ["a broadcast", { publish: false }],
])("after %s was rejected, the next one goes over a new channel", async (_, { publish }) => {
  const rejecting = channelThat("rejects");
  const confirming = channelThat("confirms");
  const publisher = publisherOn([rejecting.channel, confirming.channel]);
  const send = () =>
    publish
      ? publisher.publish([{ id: "evt_1", routingKey: "product.updated", body: "{}" }])
      : publisher.broadcast("topic", "");
  await expect(send()).rejects.toThrow(BusUnavailableError);
  await eventually(() => send().then(() => true));
  expect([rejecting.published.length, confirming.published.length]).toEqual([1, 1]);
  await publisher.close();
});
