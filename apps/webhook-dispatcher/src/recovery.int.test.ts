import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { createDispatcherCount } from "./flow/dispatcher-count.js";
import { type House, openHouse } from "./testing/run-dispatcher.js";

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

/** An event that is committed and that no bus brings. */
async function append({ isSent, at }: { isSent: boolean; at?: Date }): Promise<string> {
  const now = at ?? house.ctx.clock.now();
  const id = await inSystem(house.ctx.db, (client) =>
    appendEvent(client, {
      ...{ workspaceId, type: "product.updated", sequence: 1, now },
      data: { object: { id: newId("prod") }, previous: {} },
    }),
  );
  if (isSent) await house.query("DELETE FROM outbox WHERE event_id = $1", [id]);
  return id;
}

const idsOf = ({ received }: WebhookSink) => received.map(({ headers }) => String(headers["webhook-id"])).sort();

/** When the sweep has gone past this moment of the house's clock. */
async function sweptPast(at: Date): Promise<void> {
  await eventually(async () => {
    const [row] = await house.query<{ swept_until: Date }>(
      "SELECT swept_until FROM sweeps WHERE consumer = 'webhook-dispatcher'",
    );
    return row !== undefined && row.swept_until > at;
  });
}

test("events that the bus confirmed and lost are delivered from the log, once; those still on their way are left to it", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  const lost = [await append({ isSent: true }), await append({ isSent: true })];
  await house.startApp();
  await house.startApp();
  const before = house.ctx.clock.now();
  house.advance(50_000);
  await sweptPast(new Date(before.getTime() - 11_000));
  expect(sink.received).toHaveLength(0);
  house.advance(11_000);
  await sink.waitForCount(2);
  await sweptPast(before);
  house.advance(60_000);
  await sweptPast(new Date(before.getTime() + 59_000));
  expect(idsOf(sink)).toEqual(lost.sort());
});

test("what is committed three minutes late and lost by the bus is found within another one", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.startApp();
  const begun = house.ctx.clock.now();
  for (let i = 0; i < 18; i += 1) {
    house.advance(10_000);
    await sweptPast(new Date(house.ctx.clock.now().getTime() - 61_000));
  }
  const late = await append({ isSent: true, at: begun });
  for (let i = 0; i < 6; i += 1) {
    house.advance(10_000);
    await sweptPast(new Date(house.ctx.clock.now().getTime() - 61_000));
  }
  await sink.waitForCount(1);
  expect(idsOf(sink)).toEqual([late]);
});

test("the sweep waits for events that the bus has not taken yet, and finds them if it loses them then", async () => {
  await house.createEndpoint({ workspaceId, url: sink.url });
  const unsent = await append({ isSent: false });
  await house.startApp();
  house.advance(600_000);
  const later = await append({ isSent: true });
  house.advance(61_000);
  await eventually(async () => {
    const [row] = await house.query<{ swept_until: Date; created_at: Date }>(
      "SELECT swept_until, created_at FROM sweeps, events WHERE consumer = 'webhook-dispatcher' AND id = $1",
      [unsent],
    );
    return row?.swept_until.getTime() === row?.created_at.getTime();
  });
  expect(sink.received).toHaveLength(0);
  await house.query("DELETE FROM outbox WHERE event_id = $1", [unsent]);
  await sink.waitForCount(2);
  expect(idsOf(sink)).toEqual([unsent, later].sort());
});

test("deliveries that may be what ends processes are attempted one at a time, and others beside them", async () => {
  const other = await startWebhookSink();
  const quiet = await house.createWorkspace();
  let underWay = 0;
  let underWayMax = 0;
  sink.answerWith(() => {
    underWay += 1;
    underWayMax = Math.max(underWayMax, underWay);
    setTimeout(() => {
      underWay -= 1;
    }, 40);
    return { delayMs: 50 };
  });
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.createEndpoint({ workspaceId: quiet, url: other.url });
  const app = await house.startApp();
  await house.query("UPDATE webhook_endpoints SET status = 'paused' WHERE workspace_id = $1", [workspaceId]);
  await Promise.all(Array.from({ length: 5 }, () => house.emit(workspaceId)));
  await eventually(
    async () => (await house.query("SELECT FROM deliveries WHERE workspace_id = $1", [workspaceId])).length === 5,
  );
  await house.query("UPDATE deliveries SET unfinished_count = 2, lease_until = NULL WHERE workspace_id = $1", [
    workspaceId,
  ]);
  await house.query("UPDATE webhook_endpoints SET status = 'active' WHERE workspace_id = $1", [workspaceId]);
  await house.emit(quiet);
  await other.waitForCount(1);
  await sink.waitForCount(5);
  expect(underWayMax).toBe(1);
  await app.drain();
  const rows = await house.query("SELECT status, unfinished_count FROM deliveries WHERE workspace_id = $1", [
    workspaceId,
  ]);
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ status: "delivered", unfinished_count: 0 })));
  await other.close();
});

test("an endpoint with a backlog of thousands holds up nobody's retries", async () => {
  const busy = await startWebhookSink();
  busy.answerWith({ hang: true });
  const crowded = await house.createWorkspace();
  const { id: busyId } = await house.createEndpoint({ workspaceId: crowded, url: busy.url });
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, 'evt_' || n, 'product.updated', 'prod_' || n, 1, '{"object":{},"previous":{}}', now() - interval '1 h'
     FROM generate_series(1, 6000) n`,
    [crowded],
  );
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n, 'evt_' || n, $2, 'pending', now() - interval '1 h', now() FROM generate_series(1, 6000) n`,
    [crowded, busyId],
  );
  sink.answerOnce({ status: 503 });
  await house.createEndpoint({ workspaceId, url: sink.url });
  await house.startApp();
  await house.emit(workspaceId);
  await sink.waitForCount(1);
  await eventually(
    async () =>
      (await house.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).length === 1,
  );
  house.advance(6_001);
  await sink.waitForCount(2);
  expect(busy.received.length).toBeLessThanOrEqual(50);
  await busy.close();
  await house.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    crowded,
  ]);
});

test("dispatchers count each other, and one that ends or falls silent no more", async () => {
  const [one, two, three] = [0, 1, 2].map(() => createDispatcherCount(house.ctx)) as [
    ReturnType<typeof createDispatcherCount>,
    ReturnType<typeof createDispatcherCount>,
    ReturnType<typeof createDispatcherCount>,
  ];
  for (const each of [one, two, three, one]) await each.beat();
  expect(one.current()).toBe(3);
  await two.end();
  await one.beat();
  expect(one.current()).toBe(2);
  house.advance(10_001);
  await one.beat();
  expect(one.current()).toBe(1);
});
