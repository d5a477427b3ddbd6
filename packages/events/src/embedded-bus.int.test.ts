import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { inSystem, openDatabase } from "@skucast/db/database";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import { busConformance, CONFORMANCE_TOPOLOGY } from "./bus-conformance.js";
import { openEmbeddedBus } from "./embedded-bus.js";
import { deadLetterQueue, type QueueDefinition } from "./topology.js";

const logger = createLogger({ service: "test", level: "silent" });
const metrics = createMetrics({ service: "test" });

let database: TestDatabase;

function openBus(url: string, namespace: string, leaseMs = 1_000, queueMessagesMax?: number) {
  const db = openDatabase({ url, name: `bus-test ${namespace}`, systemConnectionsMax: 4 });
  const bus = openEmbeddedBus({
    db,
    namespace,
    queueMessagesMax,
    logger,
    metrics,
    leaseMs,
    topology: CONFORMANCE_TOPOLOGY,
    redeliveryDelayMs: () => 20,
  });
  return { db, bus, close: () => bus.close().then(db.close) };
}

busConformance("the embedded bus", async () => {
  const own = await createTestDatabase();
  return {
    openConnection: async (namespace, queueMessagesMax) => {
      const url = new URL(own.appUrl);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      url.hostname = "127.0.0.1";
      url.port = String(proxy.port);
      const { bus, close } = openBus(url.href, namespace, 1_000, queueMessagesMax);
      let closed: Promise<void> | undefined;
      return {
        bus,
        proxy,
        close: () => {
          closed ??= close().then(proxy.close);
          return closed;
        },
      };
    },
    clear: async () => {},
    close: own.drop,
  };
});

describe("failures of the embedded bus", () => {
  const [queue] = CONFORMANCE_TOPOLOGY as readonly [QueueDefinition, ...QueueDefinition[]];
  const message = { id: "a", routingKey: "order.created", body: "{}" };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("a message whose consumers keep dying is dead-lettered after its limit", async () => {
    const { db, bus, close } = openBus(database.appUrl, "killer.");
    await bus.publish([message]);
    // Consumers that died leave expired claims.
    await db.system.query("UPDATE bus_messages SET delivery_count = $1", [queue.deliveryLimit + 1]);
    const handled: string[] = [];
    const handler = async ({ id }: { id: string }) => {
      handled.push(id);
      return "done" as const;
    };
    await bus.consume(queue, handler, { prefetch: 1 });
    const deadIds: string[] = [];
    await bus.consume(
      deadLetterQueue(queue),
      async ({ id }) => {
        deadIds.push(id);
        return "done";
      },
      { prefetch: 1 },
    );
    await eventually(() => deadIds.length === 1);
    expect(handled).toEqual([]);
    await close();
  });

  test("work that takes longer than the lease stays with its consumer", async () => {
    const leaseMs = 3_000;
    const here = openBus(database.appUrl, "long.", leaseMs);
    const there = openBus(database.appUrl, "long.", leaseMs);
    const handled: string[] = [];
    const release = Promise.withResolvers<"done">();
    const handler = async ({ id }: { id: string }) => {
      handled.push(id);
      return id === "a" ? release.promise : ("done" as const);
    };
    await here.bus.publish([message]);
    await Promise.all([here, there].map(({ bus }) => bus.consume(queue, handler, { prefetch: 1 })));
    await eventually(() => handled.length === 1);
    const clock = async () => {
      const { rows } = await here.db.system.query<{ now: Date }>("SELECT now()");
      return rows[0]?.now.getTime() ?? 0;
    };
    // Without renewal the lease would have expired by then.
    const end = (await clock()) + leaseMs + 500;
    await eventually(async () => (await clock()) > end);
    // The other consumer is free: if the first message had no lease, it would get that before the second.
    await here.bus.publish([{ ...message, id: "b" }]);
    await eventually(() => handled.length > 1);
    release.resolve("done");
    await Promise.all([here.close(), there.close()]);
    expect(handled).toEqual(["a", "b"]);
  });

  test("a consumer gets messages from other processes even without its LISTEN connection", async () => {
    const here = openBus(database.appUrl, "unnotified.");
    const there = openBus(database.appUrl, "unnotified.");
    const handled: string[] = [];
    const handler = async ({ id }: { id: string }) => {
      handled.push(id);
      return "done" as const;
    };
    await here.bus.consume(queue, handler, { prefetch: 1 });
    await there.bus.publish([message]);
    await eventually(() => handled.length === 1);
    await killListeners();
    await there.bus.publish([{ ...message, id: "b" }]);
    await eventually(() => handled.length === 2);
    await Promise.all([here.close(), there.close()]);
  });
});

/** Terminates every LISTEN connection of this database; only a superuser can see them. */
async function killListeners(): Promise<void> {
  const admin = openDatabase({ url: database.superuserUrl });
  await inSystem(admin, async (client) => {
    await client.query("SET LOCAL ROLE NONE");
    const { rowCount } = await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    );
    expect(rowCount).toBe(1);
  });
  await admin.close();
}
