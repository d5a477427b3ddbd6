import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { openRabbitConnection } from "./rabbitmq-connection.js";

/** The method connection.close: class 10, method 50 (AMQP 0-9-1, 1.4.2.8). */
const CONNECTION_CLOSE = Buffer.from([0, 10, 0, 50]);

const broker = createTestBroker();
const logger = createLogger({ service: "test", level: "silent" });
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A proxy to the broker that breaks the connection as soon as the client sends connection.close. */
async function startBreakingProxy() {
  const { hostname, port } = new URL(broker.amqpUrl);
  const broken = Promise.withResolvers<void>();
  const server = createServer((near) => {
    const far = connect(Number(port) || 5672, hostname);
    far.pipe(near);
    near.on("data", (bytes) => {
      if (!bytes.includes(CONNECTION_CLOSE)) return void far.write(bytes);
      near.resetAndDestroy();
      far.destroy();
      broken.resolve();
    });
    stops.push(() => far.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => server.close());
  const url = new URL(broker.amqpUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, broken: broken.promise, connected: once(server, "connection") };
}

test("a network error while a connection that is being opened is closed does not crash the process", async () => {
  const { url, broken, connected } = await startBreakingProxy();
  const connection = openRabbitConnection({ url, name: "test", logger });
  await connected;
  await connection.close();
  await broken;
  expect(connection.unavailableReason()).toBe("closed");
});
