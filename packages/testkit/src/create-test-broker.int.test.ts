import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ChannelModel, connect } from "amqplib";
import { createTestBroker } from "./create-test-broker.js";

describe("a test's namespace in RabbitMQ", () => {
  const broker = createTestBroker();
  const queue = `${broker.namespace}.queue`;
  const exchange = `${broker.namespace}.exchange`;
  let connection: ChannelModel;
  beforeAll(async () => {
    connection = await connect(broker.amqpUrl, { timeout: 60_000 });
  });
  afterAll(() => connection.close());

  test("is unique", () => {
    expect(createTestBroker().namespace).not.toBe(broker.namespace);
  });

  test("is empty after its queues and exchanges are dropped, which can be repeated", async () => {
    const channel = await connection.createChannel();
    await channel.assertQueue(queue);
    await channel.assertExchange(exchange, "topic");
    await broker.drop({ queues: [queue], exchanges: [exchange] });
    await broker.drop({ queues: [queue], exchanges: [exchange] });
    channel.on("error", () => {}); // the expected NOT_FOUND closes it
    await expect(channel.checkQueue(queue)).rejects.toThrow("NOT_FOUND");
  });
});
