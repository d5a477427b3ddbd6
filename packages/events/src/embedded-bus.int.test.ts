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

function openBus(url: string, namespace: string, leaseMs = 1_000) {
  const db = openDatabase({ url, name: `bus-test ${namespace}`, systemConnectionsMax: 4 });
  const bus = openEmbeddedBus({
    ...{ db, namespace, logger, metrics, leaseMs },
    topology: CONFORMANCE_TOPOLOGY,
    redeliveryDelayMs: () => 20,
  });
  return { db, bus, close: () => bus.close().then(db.close) };
}

busConformance("the embedded bus", async () => {
  const own = await createTestDatabase();
  return {
    openLine: async (namespace) => {
      const url = new URL(own.appUrl);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      url.hostname = "127.0.0.1";
      url.port = String(proxy.port);
      const { bus, close } = openBus(url.href, namespace);
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

describe("the embedded bus's own ways to fail", () => {
  const [queue] = CONFORMANCE_TOPOLOGY as readonly [QueueDefinition, ...QueueDefinition[]];
  const message = { id: "a", routingKey: "order.created", body: "{}" };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("a message whose consumers die with it is put aside after its limit", async () => {
    const { db, bus, close } = openBus(database.appUrl, "killer.");
    await bus.publish([message]);
    // What is left of consumers that died: claims that ran out.
    await db.system.query("UPDATE bus_messages SET delivery_count = $1", [queue.deliveryLimit + 1]);
    const handled: string[] = [];
    const handler = async ({ id }: { id: string }) => {
      handled.push(id);
      return "done" as const;
    };
    await bus.consume(queue, handler, { prefetch: 1 });
    const aside: string[] = [];
    await bus.consume(
      deadLetterQueue(queue),
      async ({ id }) => {
        aside.push(id);
        return "done";
      },
      { prefetch: 1 },
    );
    await eventually(() => aside.length === 1);
    expect(handled).toEqual([]);
    await close();
  });

  test("work that takes longer than the lease stays with the consumer that has it", async () => {
    const [here, there] = [openBus(database.appUrl, "long.", 300), openBus(database.appUrl, "long.", 300)];
    const handled: string[] = [];
    const leases = Promise.withResolvers<"done">();
    const handler = async ({ id }: { id: string }) => {
      handled.push(id);
      return id === "a" ? leases.promise : ("done" as const);
    };
    await here.bus.publish([message]);
    await Promise.all([here, there].map(({ bus }) => bus.consume(queue, handler, { prefetch: 1 })));
    await eventually(() => handled.length === 1);
    // Three leases later by the database's own clock.
    const { rows } = await here.db.system.query<{ now: Date }>("SELECT now()");
    const end = (rows[0]?.now.getTime() ?? 0) + 900;
    await eventually(async () => {
      const { rows } = await here.db.system.query<{ now: Date }>("SELECT now()");
      return (rows[0]?.now.getTime() ?? 0) > end;
    });
    // The other consumer is free: were the first message to be had, it would come before the second.
    await here.bus.publish([{ ...message, id: "b" }]);
    await eventually(() => handled.length > 1);
    leases.resolve("done");
    await Promise.all([here.close(), there.close()]);
    expect(handled).toEqual(["a", "b"]);
  });

  test("a consumer hears of messages from other processes without its LISTEN connection too", async () => {
    const [here, there] = [openBus(database.appUrl, "deaf."), openBus(database.appUrl, "deaf.")];
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

/** Ends every LISTEN connection of this database; only a superuser sees which they are. */
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
