import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { Bus } from "@skucast/events/bus";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { MARK_TYPE } from "./deliveries/sweep-marks.js";
import { createDispatcherCount } from "./flow/dispatcher-count.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";
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

/** Commits an event that the bus does not deliver. */
async function append({ isSent, at }: { isSent: boolean; at?: Date }): Promise<string> {
  const now = at ?? fixture.ctx.clock.now();
  const id = await inSystem(fixture.ctx.db, (client) =>
    appendEvent(client, {
      workspaceId,
      type: "product.updated",
      sequence: 1,
      now,
      data: { object: { id: newId("prod") }, previous: {} },
    }),
  );
  if (isSent) await fixture.query("DELETE FROM outbox WHERE event_id = $1", [id]);
  return id;
}

const idsOf = ({ received }: WebhookSink) => received.map(({ headers }) => String(headers["webhook-id"])).sort();

/** Resolves when the sweep has checked the log up to this time. */
async function sweptPast(at: Date): Promise<void> {
  await eventually(async () => {
    const [row] = await fixture.query<{ swept_until: Date }>(
      "SELECT swept_until FROM sweeps WHERE consumer = 'webhook-dispatcher'",
    );
    return row !== undefined && row.swept_until > at;
  });
}

const markTimes = new Set<string>();

/**
 * Starts a dispatcher that sends one mark for each time of the held clock. A second mark could come out of the queue
 * after the clock was moved, and the sweep would wait for the next one.
 */
async function startSweeping(): Promise<void> {
  const { bus } = fixture.ctx;
  const publish: Bus["publish"] = async (messages) => {
    const [first] = messages;
    if (first?.routingKey === MARK_TYPE) {
      if (markTimes.has(first.id)) return;
      markTimes.add(first.id);
    }
    await bus.publish(messages);
  };
  await fixture.startApp({ bus: { ...bus, publish } });
  await markRecorded();
}

/** Moves the clock by at least 5 s. The sweep may then check the log up to the mark of the time before. */
async function pass(ms: number): Promise<void> {
  fixture.advance(ms);
  await markRecorded();
}

/** Resolves when the mark of the present time has come out of the queue. */
async function markRecorded(): Promise<void> {
  await eventually(async () => {
    const [row] = await fixture.query<{ marked_until: Date | null }>(
      "SELECT marked_until FROM sweeps WHERE consumer = 'webhook-dispatcher'",
    );
    return row?.marked_until?.getTime() === fixture.ctx.clock.now().getTime();
  });
}

test("events that the bus confirmed and lost are delivered from the log, once; recent ones are left to the bus", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const lost = [await append({ isSent: true }), await append({ isSent: true })];
  await startSweeping();
  await startSweeping();
  const before = fixture.ctx.clock.now();
  await pass(50_000);
  await sweptPast(new Date(before.getTime() - 11_000));
  expect(sink.received).toHaveLength(0);
  await pass(11_000);
  await sink.waitForCount(2);
  await sweptPast(before);
  await pass(60_000);
  await sweptPast(new Date(before.getTime() + 59_000));
  expect(idsOf(sink)).toEqual(lost.sort());
});

test("an event that is committed three minutes late and lost by the bus is found within another three minutes", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await startSweeping();
  const start = fixture.ctx.clock.now();
  await pass(10_000);
  for (let i = 0; i < 18; i += 1) {
    await pass(10_000);
    await sweptPast(new Date(fixture.ctx.clock.now().getTime() - 61_000));
  }
  const late = await append({ isSent: true, at: start });
  for (let i = 0; i < 6; i += 1) {
    await pass(10_000);
    await sweptPast(new Date(fixture.ctx.clock.now().getTime() - 61_000));
  }
  await sink.waitForCount(1);
  expect(idsOf(sink)).toEqual([late]);
});

test("the sweep waits for events that the bus has not confirmed yet, and finds them if the bus then loses them", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const unsent = await append({ isSent: false });
  await startSweeping();
  await pass(600_000);
  const later = await append({ isSent: true });
  await pass(61_000);
  await eventually(async () => {
    const [row] = await fixture.query<{ swept_until: Date; created_at: Date }>(
      "SELECT swept_until, created_at FROM sweeps, events WHERE consumer = 'webhook-dispatcher' AND id = $1",
      [unsent],
    );
    return row?.swept_until.getTime() === row?.created_at.getTime();
  });
  expect(sink.received).toHaveLength(0);
  await fixture.query("DELETE FROM outbox WHERE event_id = $1", [unsent]);
  await pass(10_000);
  await sink.waitForCount(2);
  expect(idsOf(sink)).toEqual([unsent, later].sort());
});

test("deliveries that may crash processes are attempted one at a time, while other deliveries continue", async () => {
  const suspicious = await startHeldSink();
  const quiet = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: suspicious.url });
  await fixture.createEndpoint({ workspaceId: quiet, url: sink.url });
  const app = await fixture.startApp();
  await fixture.query("UPDATE webhook_endpoints SET status = 'paused' WHERE workspace_id = $1", [workspaceId]);
  await Promise.all(Array.from({ length: 5 }, () => fixture.emit(workspaceId)));
  await eventually(
    async () => (await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1", [workspaceId])).length === 5,
  );
  await fixture.query("UPDATE deliveries SET unfinished_count = 2, lease_until = NULL WHERE workspace_id = $1", [
    workspaceId,
  ]);
  await fixture.query("UPDATE webhook_endpoints SET status = 'active' WHERE workspace_id = $1", [workspaceId]);
  for (let number = 1; number <= 5; number += 1) {
    await suspicious.waitForCount(number);
    await fixture.emit(quiet);
    await sink.waitForCount(number);
    expect(suspicious.receivedCount()).toBe(number);
    suspicious.answer(number - 1, 200);
  }
  await app.drain();
  const rows = await fixture.query("SELECT status, unfinished_count FROM deliveries WHERE workspace_id = $1", [
    workspaceId,
  ]);
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ status: "delivered", unfinished_count: 0 })));
  await suspicious.close();
});

test("an endpoint with a backlog of thousands does not delay the retries of others", async () => {
  const busy = await startWebhookSink();
  busy.answerWith({ hang: true });
  const crowded = await fixture.createWorkspace();
  const { id: busyId } = await fixture.createEndpoint({ workspaceId: crowded, url: busy.url });
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, 'evt_' || n, 'product.updated', 'prod_' || n, 1, '{"object":{},"previous":{}}', now() - interval '1 h'
     FROM generate_series(1, 6000) n`,
    [crowded],
  );
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n, 'evt_' || n, $2, 'pending', now() - interval '1 h', now() FROM generate_series(1, 6000) n`,
    [crowded, busyId],
  );
  sink.answerOnce({ status: 503 });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.startApp();
  await fixture.emit(workspaceId);
  await sink.waitForCount(1);
  await eventually(
    async () =>
      (await fixture.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).length === 1,
  );
  fixture.advance(6_001);
  await sink.waitForCount(2);
  expect(busy.received.length).toBeLessThanOrEqual(50);
  await busy.close();
  await fixture.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    crowded,
  ]);
});

test("dispatchers count each other, but not one that has left or has no recent heartbeat", async () => {
  const one = createDispatcherCount(fixture.ctx);
  const two = createDispatcherCount(fixture.ctx);
  const three = createDispatcherCount(fixture.ctx);
  for (const each of [one, two, three, one]) await each.heartbeat();
  expect(one.current()).toBe(3);
  await two.leave();
  await one.heartbeat();
  expect(one.current()).toBe(2);
  fixture.advance(10_001);
  await one.heartbeat();
  expect(one.current()).toBe(1);
});
