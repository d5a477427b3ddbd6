import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type Database, inSystem, openDatabase } from "@skucast/db/database";
import { systemClock } from "@skucast/service-kit/clock";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { type RabbitCluster, startRabbitCluster } from "@skucast/testkit/start-rabbitmq-cluster";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { appendEvent } from "./append-event.js";
import type { Bus } from "./bus.js";
import { openRabbitMqBus } from "./rabbitmq-bus.js";
import { createRelay, type Relay } from "./relay.js";
import { QUEUES } from "./topology.js";

jest.setTimeout(900_000);

const NODES = 3;
const EVENTS_PER_ROUND = 400;
const PATIENCE = { timeoutMs: 300_000 };

const logger = createLogger({ service: "test", level: "silent" });
const workspaceId = newId("ws");
const received: string[] = [];
const appended = new Set<string>();
let cluster: RabbitCluster;
let database: TestDatabase;
let db: Database;
/** A balancer that sends new connections to the node of the target. */
const target = { host: "127.0.0.1", port: 0 };
let balancer: TcpProxy;
let bus: Bus;
let relay: Relay;

beforeAll(async () => {
  cluster = await startRabbitCluster();
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Cluster')", [workspaceId]);
  useNode(0);
  balancer = await startTcpProxy(target);
  const metrics = createMetrics({ service: "test" });
  bus = openRabbitMqBus({ url: `amqp://guest:guest@127.0.0.1:${balancer.port}`, name: "test", logger, metrics });
  await eventually(() => bus.check().then(() => true), PATIENCE);
  relay = createRelay({ db, bus, clock: systemClock, logger, metrics });
  await relay.start();
  const handler = async ({ id }: { readonly id: string }) => {
    received.push(id);
    return "done" as const;
  };
  await bus.consume(QUEUES.webhookEvents, handler, { prefetch: 50 });
});

afterAll(async () => {
  await relay.stop();
  await bus.close();
  await balancer.close();
  await db.close();
  await database.drop();
  await cluster.stop();
});

function useNode(index: number): void {
  target.port = cluster.nodes[index]?.port ?? 0;
}

async function appendEvents(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const id = await inSystem(db, (client) =>
      appendEvent(client, {
        workspaceId,
        type: "product.updated",
        sequence: appended.size + 1,
        now: new Date(),
        data: { object: { id: "prod_1" }, previous: {} },
      }),
    );
    appended.add(id);
    relay.wake();
  }
}

test.each([0, 1, 2])(
  "node %i, to which the apps are connected, is killed while events flow: every event arrives",
  async (index) => {
    useNode(index);
    balancer.reset();
    await eventually(() => bus.check().then(() => true), PATIENCE);
    const before = received.length;
    const writing = appendEvents(EVENTS_PER_ROUND);
    await eventually(() => received.length > before, PATIENCE);
    useNode((index + 1) % NODES);
    await cluster.nodes[index]?.kill();
    await writing;
    await eventually(async () => new Set(received).size === appended.size, PATIENCE);
    expect(new Set(received)).toEqual(appended);
    await cluster.nodes[index]?.restart();
  },
);

test("with two of three nodes gone events wait in the outbox, and arrive when one is back", async () => {
  useNode(0);
  balancer.reset();
  await eventually(() => bus.check().then(() => true), PATIENCE);
  await cluster.nodes[1]?.kill();
  await cluster.nodes[2]?.kill();
  await appendEvents(EVENTS_PER_ROUND);
  await cluster.nodes[1]?.restart();
  await eventually(async () => new Set(received).size === appended.size, PATIENCE);
  expect(new Set(received)).toEqual(appended);
});
