import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { QUEUES } from "@skucast/events/topology";
import { startTracing } from "@skucast/service-kit/traces";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { renderAttemptOrders } from "./deliveries/attempt-message.js";
import { createEventBodies } from "./deliveries/event-bodies.js";
import { insertDeliveries } from "./deliveries/insert-deliveries.js";
import { createStoredEndpoints } from "./deliveries/stored-endpoints.js";
import { takeDeliveries } from "./deliveries/take-deliveries.js";
import { FULL_LANES, type House, openHouse, ROOMY_LANES, readNoEvents } from "./testing/run-dispatcher.js";

let house: House;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  [sink, workspaceId] = await Promise.all([startWebhookSink(), house.createWorkspace()]);
});
afterEach(async () => {
  await house.stopApps();
  await sink.close();
});

/** An event with its deliveries written and nothing published: what a process leaves that dies in between. */
async function planned(lanes = FULL_LANES, eventId = "evt_1") {
  const event = { id: eventId, type: "product.updated", workspace_id: workspaceId, data: { object: {}, previous: {} } };
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'product.updated', 'prod_1', 1, '{"object":{},"previous":{}}', now()) ON CONFLICT DO NOTHING`,
    [workspaceId, eventId],
  );
  const { orders } = await insertDeliveries({ ctx: house.ctx, lanes, readEvents: readNoEvents }, [event]);
  return orders;
}

/** Resolves when what began so long ago has been looked for. */
const sweptTo = (msAgo: number) => {
  const moment = new Date(house.ctx.clock.now().getTime() - msAgo);
  return eventually(async () => {
    const rows = await house.query(
      "SELECT FROM sweeps WHERE consumer = 'webhook-dispatcher.begun' AND swept_until >= $1",
      [moment],
    );
    return rows.length === 1;
  });
};

const attempts = () =>
  house.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1 ORDER BY delivery_id, number", [workspaceId]);

const delivered = (count: number) =>
  eventually(async () => {
    const rows = await house.query("SELECT * FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [
      workspaceId,
    ]);
    return rows.length === count ? rows : undefined;
  });

test("a process that died after planning: the deliveries go out when the lease is over, and not before", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  await planned();
  await house.startApp();
  const otherWorkspace = await house.createWorkspace();
  await house.createEndpoint({ workspaceId: otherWorkspace, url: `${sink.url}/other` });
  await house.emit(otherWorkspace);
  await sink.waitForCount(1);
  expect(sink.received.map(({ path }) => path)).toEqual(["/other"]);
  house.advance(30_001);
  await delivered(1);
  expect(sink.received).toHaveLength(2);
});

test("a process that died during an attempt: the delivery is attempted again when its lease is over", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  const orders = await planned();
  const [dead] = await takeDeliveries(
    { ctx: house.ctx, readEvents: createEventBodies(house.ctx), readEndpoints: createStoredEndpoints(house.ctx) },
    orders,
  );
  expect(dead).toBeDefined();
  await house.startApp();
  // Its message comes back from the bus at once, and must wait for the lease like everybody.
  await house.ctx.bus.publish(renderAttemptOrders(orders));
  house.advance(29_000);
  await eventually(async () => {
    const rows = await house.query("SELECT FROM bus_messages WHERE queue LIKE '%attempts'");
    return rows.length === 0;
  });
  expect(sink.received).toHaveLength(0);
  house.advance(1_001);
  expect(await delivered(1)).toMatchObject([{ claim: "2", attempt_count: 1 }]);
});

/** A dispatcher whose bus takes nothing, so many times; answers how often it was asked meanwhile. */
async function startRefused(times: number): Promise<() => number> {
  const { bus } = house.ctx;
  let refusedCount = 0;
  const publish: typeof bus.publish = (messages) => {
    const isOrder = messages.some(({ routingKey }) => routingKey === QUEUES.webhookAttempts.pattern);
    if (!isOrder || refusedCount === times) return bus.publish(messages);
    refusedCount += 1;
    return Promise.reject(new Error("the bus is away"));
  };
  await house.startApp({ bus: { ...bus, publish } });
  return () => refusedCount;
}

test("orders that the bus does not take are given back at once, and the leases are not waited for", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object" });
  const refusedCount = await startRefused(1);
  await house.emit(workspaceId);
  await sink.waitForCount(1);
  expect(refusedCount()).toBe(1);
});

test("what is found to be due is attempted without the bus", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  await planned();
  house.advance(30_001);
  const refusedCount = await startRefused(1_000);
  await sink.waitForCount(1);
  expect(refusedCount()).toBe(0);
});

describe("a process that died with what it took as it planned it", () => {
  test("another makes the attempt when the lease is over, and not before", async () => {
    await house.createEndpoint({ workspaceId, url: sink.url });
    expect(await planned(ROOMY_LANES)).toEqual([]);
    await house.startApp();
    house.advance(29_000);
    await sweptTo(30_000);
    expect(sink.received).toHaveLength(0);
    house.advance(1_001);
    expect(await delivered(1)).toMatchObject([{ claim: "2", attempt_count: 1, unfinished_count: 0 }]);
    expect(house.lines.filter(({ event }) => event === "deliveries.freed")).toMatchObject([{ count: 1 }]);
  });

  test("it is cancelled if its endpoint was disabled meanwhile", async () => {
    const { id } = await house.createEndpoint({ workspaceId, url: sink.url });
    await planned(ROOMY_LANES);
    await house.query("UPDATE webhook_endpoints SET status = 'disabled' WHERE id = $1", [id]);
    await house.startApp();
    house.advance(30_001);
    await eventually(async () => {
      const [row] = await house.query<{ status: string }>("SELECT status FROM deliveries WHERE endpoint_id = $1", [id]);
      return row?.status === "cancelled";
    });
    expect(sink.received).toHaveLength(0);
  });

  test("it is found after days without any dispatcher", async () => {
    await house.createEndpoint({ workspaceId, url: sink.url });
    await planned(ROOMY_LANES);
    house.advance(3 * 86_400_000);
    await house.startApp();
    await delivered(1);
  });
});

test("orders that come many times send once", async () => {
  await house.startApp();
  await house.startApp();
  sink.answerWith({ delayMs: 100 });
  await house.createEndpoint({ workspaceId, url: sink.url });
  const orders = await planned();
  for (let i = 0; i < 20; i += 1) await house.ctx.bus.publish(renderAttemptOrders(orders));
  await delivered(1);
  await house.ctx.bus.publish(renderAttemptOrders(orders));
  await eventually(
    async () => (await house.query("SELECT FROM bus_messages WHERE queue LIKE '%attempts'")).length === 0,
  );
  expect(sink.received).toHaveLength(1);
  expect(await attempts()).toHaveLength(1);
});

test("an event that comes again makes no second delivery, not even for an endpoint made since", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  expect(await planned()).toHaveLength(1);
  await house.createEndpoint({ workspaceId, url: sink.url });
  expect(await planned()).toHaveLength(0);
  expect(await planned(FULL_LANES, "evt_2")).toHaveLength(2);
  await house.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    workspaceId,
  ]);
});

test("a frozen attempt cannot write over the outcome of its successor", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  sink.answerOnce({ delayMs: 300 }, { status: 503 });
  const orders = await planned();
  await house.startApp();
  await house.ctx.bus.publish(renderAttemptOrders(orders));
  await sink.waitForCount(1);
  house.advance(30_001);
  await eventually(async () => (await attempts()).length === 1);
  await eventually(() => house.lines.some((line) => line.event === "delivery.attempted" && line.recorded === false));
  expect(await attempts()).toMatchObject([{ number: 1, outcome: "rejected" }]);
  expect(await house.query("SELECT status FROM deliveries WHERE workspace_id = $1", [workspaceId])).toEqual([
    { status: "pending" },
  ]);
});

test("a delivery whose attempts never end is given up without being sent", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  const [order] = await planned();
  await house.query("UPDATE deliveries SET unfinished_count = 5, lease_until = NULL WHERE id = $1", [
    order?.deliveryId,
  ]);
  await house.startApp();
  const row = await eventually(async () => {
    const [failed] = await house.query("SELECT * FROM deliveries WHERE id = $1 AND status = 'failed'", [
      order?.deliveryId,
    ]);
    return failed;
  });
  expect(row).toMatchObject({ attempt_count: 1, next_attempt_at: null });
  expect(await attempts()).toMatchObject([{ outcome: "unreachable", error: expect.stringContaining("Given up") }]);
  expect(sink.received).toHaveLength(0);
});

test("nothing leaves unsigned: with the encryption key gone the delivery stays on its schedule", async () => {
  await house.startApp({ keyring: { ...parseKeyring(newKeyringText()), privateKeys: new Map() } });
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.emit(workspaceId);
  await eventually(async () => (await attempts()).length === 1);
  expect(await attempts()).toMatchObject([{ outcome: "unreachable", error: expect.stringContaining("Not sent") }]);
  expect(sink.received).toHaveLength(0);
  await house.stopApps();
  await house.startApp();
  house.advance(6_001);
  await delivered(1);
});

test("a stop does not hold the receiver to account for the attempts it ends", async () => {
  const app = await house.startApp();
  sink.answerOnce({ hang: true });
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.emit(workspaceId);
  await sink.waitForCount(1);
  await app.stop();
  expect(await attempts()).toHaveLength(0);
  await house.startApp();
  house.advance(30_001);
  expect(await delivered(1)).toMatchObject([{ attempt_count: 1 }]);
});

test("an attempt's span belongs to the trace of the request that caused the event", async () => {
  const spans: { name: string; traceId: string; parentId: string | undefined }[] = [];
  const tracing = await startTracing({
    service: "webhook-dispatcher",
    exporter: {
      export: (ended, callback) => {
        for (const span of ended) {
          const { traceId } = span.spanContext();
          spans.push({ name: span.name, traceId, parentId: span.parentSpanContext?.spanId });
        }
        callback({ code: 0 });
      },
      shutdown: async () => {},
    },
  });
  await house.startApp();
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.emit(workspaceId, "product.created", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  await delivered(1);
  expect(spans.filter(({ traceId }) => traceId === "0af7651916cd43dd8448eb211c80319c")).toContainEqual({
    name: "delivery.attempt",
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentId: "b7ad6b7169203331",
  });
  await tracing.stop();
});

test("nothing connects to a target that the guard refuses, by address or by name", async () => {
  let connectionCount = 0;
  const listener = createServer((socket) => {
    connectionCount += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const guard = createTargetGuard({
    allow: parseAllowList(""),
    resolve: async () => [{ address: "127.0.0.1" }],
  });
  await house.startApp({ guard });
  await house.createEndpoint({ workspaceId, url: `http://127.0.0.1:${port}/` });
  await house.createEndpoint({ workspaceId, url: `http://[::ffff:127.0.0.1]:${port}/` });
  await house.createEndpoint({ workspaceId, url: `https://inward.example.com:${port}/` });
  await house.emit(workspaceId);
  const rows = await eventually(async () => {
    const all = await attempts();
    return all.length === 3 ? all : undefined;
  });
  for (const row of rows) {
    expect(row).toMatchObject({
      outcome: "refused_target",
      status_code: null,
      error: expect.stringContaining("on the public internet"),
    });
  }
  listener.close();
  expect(connectionCount).toBe(0);
  await house.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    workspaceId,
  ]);
});

test("a drain lets the attempt in hand end and writes it down; what waits goes to the next dispatcher", async () => {
  const app = await house.startApp({ limits: { ...house.ctx.limits, inFlightPerEndpointMax: 1 } });
  sink.answerOnce({ delayMs: 200 });
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.emit(workspaceId);
  await sink.waitForCount(1);
  await house.emit(workspaceId);
  await eventually(
    async () => (await house.query("SELECT FROM deliveries WHERE workspace_id = $1", [workspaceId])).length === 2,
  );
  await app.drain();
  expect(sink.received).toHaveLength(1);
  expect(await attempts()).toHaveLength(1);
  await app.stop();
  await house.startApp();
  await delivered(2);
});

test("logs and metrics tell of attempts, and never a secret or a body", async () => {
  await house.startApp();
  const { secret } = await house.createEndpoint({ workspaceId, url: sink.url });
  const plainId = await house.emit(workspaceId);
  await delivered(1);
  sink.answerOnce({ status: 503 });
  const eventId = await house.emit(workspaceId);
  const line = await eventually(() => house.lines.find((candidate) => candidate.event_id === eventId));
  expect(house.lines.filter((candidate) => candidate.event_id === plainId)).toEqual([]);
  expect(line).toMatchObject({
    event: "delivery.attempted",
    workspace_id: workspaceId,
    attempt: 1,
    outcome: "rejected",
    status_code: 503,
    decision: "retry",
    recorded: true,
  });
  const all = JSON.stringify(house.lines);
  expect(all).not.toContain(secret.slice("whsec_".length));
  expect(all).not.toContain("Größe");
  const { body } = await house.ctx.metrics.render();
  expect(body).toMatch(/skucast_delivery_attempts_total\{outcome="delivered"\} [1-9]/);
  expect(body).toContain("skucast_delivery_attempt_duration_seconds_bucket");
});
