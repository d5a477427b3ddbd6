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
import { claimDeliveries } from "./deliveries/claim-deliveries.js";
import { insertDeliveries } from "./deliveries/insert-deliveries.js";
import { createEndpointReader } from "./deliveries/read-endpoints.js";
import { createEventReader } from "./deliveries/read-events.js";
import {
  type DispatcherFixture,
  FREE_LIMITERS,
  FULL_LIMITERS,
  NO_HOSTS,
  openDispatcherFixture,
  readNoEvents,
} from "./testing/open-dispatcher-fixture.js";
import { startHeldSink } from "./testing/start-held-sink.js";

let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture();
  fixture.holdClock();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  [sink, workspaceId] = await Promise.all([startWebhookSink(), fixture.createWorkspace()]);
});
afterEach(async () => {
  await fixture.stopApps();
  await sink.close();
});

/** Inserts an event with its deliveries and publishes nothing, like a process that dies in between. */
async function planned(limiters = FULL_LIMITERS, eventId = "evt_1") {
  const event = { id: eventId, type: "product.updated", workspace_id: workspaceId, data: { object: {}, previous: {} } };
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'product.updated', 'prod_1', 1, '{"object":{},"previous":{}}', now()) ON CONFLICT DO NOTHING`,
    [workspaceId, eventId],
  );
  const { orders } = await insertDeliveries({ ctx: fixture.ctx, limiters, readEvents: readNoEvents, hosts: NO_HOSTS }, [
    event,
  ]);
  return orders;
}

/** Resolves when the sweep for orphaned attempts has checked deliveries up to this age. */
const orphansSwept = (ageMs: number) => {
  const until = new Date(fixture.ctx.clock.now().getTime() - ageMs);
  return eventually(async () => {
    const rows = await fixture.query(
      "SELECT FROM sweeps WHERE consumer = 'webhook-dispatcher.begun' AND swept_until >= $1",
      [until],
    );
    return rows.length === 1;
  });
};

/** Resolves when no order is left in the queue. */
const ordersHandled = () =>
  eventually(async () => (await fixture.query("SELECT FROM bus_messages WHERE queue LIKE '%attempts'")).length === 0);

const attempts = () =>
  fixture.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1 ORDER BY delivery_id, number", [workspaceId]);

const delivered = (count: number) =>
  eventually(async () => {
    const rows = await fixture.query("SELECT * FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [
      workspaceId,
    ]);
    return rows.length === count ? rows : undefined;
  });

test("after a process dies between planning and publishing, deliveries are sent when the lease expires, and not before", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await planned();
  await fixture.startApp();
  const otherWorkspace = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId: otherWorkspace, url: `${sink.url}/other` });
  await fixture.emit(otherWorkspace);
  await sink.waitForCount(1);
  expect(sink.received.map(({ path }) => path)).toEqual(["/other"]);
  fixture.advance(30_001);
  await delivered(1);
  expect(sink.received).toHaveLength(2);
});

test("after a process dies during an attempt, the delivery is attempted again when its lease expires", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const orders = await planned();
  const [dead] = await claimDeliveries(
    {
      ctx: fixture.ctx,
      readEvents: createEventReader(fixture.ctx),
      readEndpoints: createEndpointReader(fixture.ctx, NO_HOSTS),
    },
    orders,
  );
  expect(dead).toBeDefined();
  await fixture.startApp();
  // The bus redelivers the message at once. It has no effect while the lease is valid.
  await fixture.ctx.bus.publish(renderAttemptOrders(orders));
  fixture.advance(29_000);
  await ordersHandled();
  expect(sink.received).toHaveLength(0);
  fixture.advance(1_001);
  expect(await delivered(1)).toMatchObject([{ claim: "2", attempt_count: 1 }]);
});

/** Starts a dispatcher whose bus rejects orders this many times; returns a counter of the rejections. */
async function startWithRejectingBus(times: number): Promise<() => number> {
  const { bus } = fixture.ctx;
  let rejectedCount = 0;
  const publish: typeof bus.publish = (messages) => {
    const isOrder = messages.some(({ routingKey }) => routingKey === QUEUES.webhookAttempts.pattern);
    if (!isOrder || rejectedCount === times) return bus.publish(messages);
    rejectedCount += 1;
    return Promise.reject(new Error("the bus is unavailable"));
  };
  await fixture.startApp({ bus: { ...bus, publish } });
  return () => rejectedCount;
}

test("deliveries whose orders the bus rejects are released at once and do not wait for the lease", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object" });
  const rejectedCount = await startWithRejectingBus(1);
  await fixture.emit(workspaceId);
  await sink.waitForCount(1);
  expect(rejectedCount()).toBe(1);
});

test("due deliveries are attempted without the bus", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await planned();
  fixture.advance(30_001);
  const rejectedCount = await startWithRejectingBus(1_000);
  await sink.waitForCount(1);
  expect(rejectedCount()).toBe(0);
});

describe("after a process dies with deliveries that it claimed when it planned them", () => {
  test("another process attempts them when the lease expires, and not before", async () => {
    await fixture.createEndpoint({ workspaceId, url: sink.url });
    expect(await planned(FREE_LIMITERS)).toEqual([]);
    await fixture.startApp();
    fixture.advance(29_000);
    await orphansSwept(30_000);
    expect(sink.received).toHaveLength(0);
    fixture.advance(1_001);
    expect(await delivered(1)).toMatchObject([{ claim: "2", attempt_count: 1, unfinished_count: 0 }]);
    expect(fixture.lines.filter(({ event }) => event === "deliveries.freed")).toMatchObject([{ count: 1 }]);
  });

  test("they are cancelled if their endpoint was disabled meanwhile", async () => {
    const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
    await planned(FREE_LIMITERS);
    await fixture.query("UPDATE webhook_endpoints SET status = 'disabled' WHERE id = $1", [id]);
    await fixture.startApp();
    fixture.advance(30_001);
    await eventually(async () => {
      const [row] = await fixture.query<{ status: string }>("SELECT status FROM deliveries WHERE endpoint_id = $1", [
        id,
      ]);
      return row?.status === "cancelled";
    });
    expect(sink.received).toHaveLength(0);
  });

  test("they are found after days without any dispatcher", async () => {
    await fixture.createEndpoint({ workspaceId, url: sink.url });
    await planned(FREE_LIMITERS);
    fixture.advance(3 * 86_400_000);
    await fixture.startApp();
    await delivered(1);
  });
});

test("repeated orders send a delivery once", async () => {
  const held = await startHeldSink();
  await fixture.startApp();
  await fixture.startApp();
  await fixture.createEndpoint({ workspaceId, url: held.url });
  const orders = await planned();
  for (let i = 0; i < 20; i += 1) await fixture.ctx.bus.publish(renderAttemptOrders(orders));
  await held.waitForCount(1);
  held.answer(0, 200);
  await delivered(1);
  await fixture.ctx.bus.publish(renderAttemptOrders(orders));
  await ordersHandled();
  expect(held.receivedCount()).toBe(1);
  expect(await attempts()).toHaveLength(1);
  await held.close();
});

test("a repeated event creates no second delivery, not even for an endpoint created since", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  expect(await planned()).toHaveLength(1);
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  expect(await planned()).toHaveLength(0);
  expect(await planned(FULL_LIMITERS, "evt_2")).toHaveLength(2);
  await fixture.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    workspaceId,
  ]);
});

test("an attempt that outlives its lease cannot overwrite the outcome of the next attempt", async () => {
  const held = await startHeldSink();
  await fixture.createEndpoint({ workspaceId, url: held.url });
  const orders = await planned();
  await fixture.startApp();
  await fixture.ctx.bus.publish(renderAttemptOrders(orders));
  await held.waitForCount(1);
  fixture.advance(30_001);
  await held.waitForCount(2);
  held.answer(1, 503);
  await eventually(async () => (await attempts()).length === 1);
  held.answer(0, 200);
  await eventually(() => fixture.lines.some((line) => line.event === "delivery.attempted" && line.recorded === false));
  expect(await attempts()).toMatchObject([{ number: 1, outcome: "rejected" }]);
  expect(await fixture.query("SELECT status FROM deliveries WHERE workspace_id = $1", [workspaceId])).toEqual([
    { status: "pending" },
  ]);
  await held.close();
});

test("a delivery whose attempts never end fails without being sent", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const [order] = await planned();
  await fixture.query("UPDATE deliveries SET unfinished_count = 5, lease_until = NULL WHERE id = $1", [
    order?.deliveryId,
  ]);
  await fixture.startApp();
  const row = await eventually(async () => {
    const [failed] = await fixture.query("SELECT * FROM deliveries WHERE id = $1 AND status = 'failed'", [
      order?.deliveryId,
    ]);
    return failed;
  });
  expect(row).toMatchObject({ attempt_count: 1, next_attempt_at: null });
  expect(await attempts()).toMatchObject([{ outcome: "unreachable", error: expect.stringContaining("Given up") }]);
  expect(sink.received).toHaveLength(0);
});

test("without the encryption key nothing is sent unsigned, and the delivery stays on its schedule", async () => {
  await fixture.startApp({ keyring: { ...parseKeyring(newKeyringText()), privateKeys: new Map() } });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await eventually(async () => (await attempts()).length === 1);
  expect(await attempts()).toMatchObject([{ outcome: "unreachable", error: expect.stringContaining("Not sent") }]);
  expect(sink.received).toHaveLength(0);
  await fixture.stopApps();
  await fixture.startApp();
  fixture.advance(6_001);
  await delivered(1);
});

test("attempts that a stop cuts off are not recorded as failures of the receiver", async () => {
  const app = await fixture.startApp();
  sink.answerOnce({ hang: true });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await sink.waitForCount(1);
  await app.stop();
  expect(await attempts()).toHaveLength(0);
  await fixture.startApp();
  fixture.advance(30_001);
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
  await fixture.startApp();
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId, "product.created", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  await delivered(1);
  expect(spans.filter(({ traceId }) => traceId === "0af7651916cd43dd8448eb211c80319c")).toContainEqual({
    name: "delivery.attempt",
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentId: "b7ad6b7169203331",
  });
  await tracing.stop();
});

test("nothing connects to a target that the guard rejects, by address or by name", async () => {
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
  await fixture.startApp({ guard });
  await fixture.createEndpoint({ workspaceId, url: `http://127.0.0.1:${port}/` });
  await fixture.createEndpoint({ workspaceId, url: `http://[::ffff:127.0.0.1]:${port}/` });
  await fixture.createEndpoint({ workspaceId, url: `https://inward.example.com:${port}/` });
  await fixture.emit(workspaceId);
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
  await fixture.stopApps();
  await fixture.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    workspaceId,
  ]);
});

test("a drain waits for the attempt in flight and records it; waiting deliveries go to the next dispatcher", async () => {
  const held = await startHeldSink();
  const app = await fixture.startApp({ limits: { ...fixture.ctx.limits, inFlightPerEndpointMax: 1 } });
  await fixture.createEndpoint({ workspaceId, url: held.url });
  await fixture.emit(workspaceId);
  await held.waitForCount(1);
  await fixture.emit(workspaceId);
  await eventually(
    async () => (await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1", [workspaceId])).length === 2,
  );
  const drained = app.drain();
  held.answer(0, 200);
  await drained;
  expect(held.receivedCount()).toBe(1);
  expect(await attempts()).toHaveLength(1);
  await app.stop();
  await fixture.startApp();
  await held.waitForCount(2);
  held.answer(1, 200);
  await delivered(2);
  await held.close();
});

test("logs and metrics report attempts, without secrets or bodies", async () => {
  await fixture.startApp();
  const { secret } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  const plainId = await fixture.emit(workspaceId);
  await delivered(1);
  sink.answerOnce({ status: 503 });
  const eventId = await fixture.emit(workspaceId);
  const line = await eventually(() => fixture.lines.find((candidate) => candidate.event_id === eventId));
  expect(fixture.lines.filter((candidate) => candidate.event_id === plainId)).toEqual([]);
  expect(line).toMatchObject({
    event: "delivery.attempted",
    workspace_id: workspaceId,
    attempt: 1,
    outcome: "rejected",
    status_code: 503,
    decision: "retry",
    recorded: true,
  });
  const all = JSON.stringify(fixture.lines);
  expect(all).not.toContain(secret.slice("whsec_".length));
  expect(all).not.toContain("Größe");
  const { body } = await fixture.ctx.metrics.render();
  expect(body).toMatch(/skucast_delivery_attempts_total\{outcome="delivered"\} [1-9]/);
  expect(body).toContain("skucast_delivery_attempt_duration_seconds_bucket");
});
