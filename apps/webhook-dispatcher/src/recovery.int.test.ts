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
  if (isSent) await send(id);
  return id;
}

/** Lets the event leave the outbox at the time of the held clock. */
async function send(id: string): Promise<void> {
  await fixture.query("DELETE FROM outbox WHERE event_id = $1", [id]);
  await fixture.query("UPDATE sent_events SET sent_at = $2 WHERE event_id = $1", [id, fixture.ctx.clock.now()]);
}

const idsOf = ({ received }: WebhookSink) => received.map(({ headers }) => String(headers["webhook-id"])).sort();

const plannedEvents = async (): Promise<string[]> => {
  const rows = await fixture.query<{ event_id: string }>("SELECT event_id FROM deliveries WHERE workspace_id = $1", [
    workspaceId,
  ]);
  return rows.map(({ event_id }) => event_id).sort();
};

async function sweptUntil(): Promise<Date | undefined> {
  const rows = await fixture.query<{ swept_until: Date }>(
    "SELECT swept_until FROM sweeps WHERE consumer = 'webhook-dispatcher'",
  );
  return rows[0]?.swept_until;
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

/**
 * Moves the clock by at least 5 s. Rounds of the sweep that began before are then finished, and the next one may take what
 * was sent half a minute before the mark of the time before.
 */
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
  const lost = [await append({ isSent: true }), await append({ isSent: true })].sort();
  await startSweeping();
  await startSweeping();
  await pass(40_000);
  await pass(10_000);
  await pass(5_000);
  expect(await plannedEvents()).toEqual([]);
  await pass(6_000);
  await sink.waitForCount(2);
  await pass(60_000);
  await pass(60_000);
  expect(await plannedEvents()).toEqual(lost);
  expect(idsOf(sink)).toEqual(lost);
});

test("an event that is committed three minutes late and lost by the bus is found a minute after it was sent", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await startSweeping();
  const start = fixture.ctx.clock.now();
  for (let i = 0; i < 6; i += 1) await pass(30_000);
  const late = await append({ isSent: true, at: start });
  await pass(50_000);
  await pass(11_000);
  await sink.waitForCount(1);
  expect(idsOf(sink)).toEqual([late]);
});

test("the log counts as planned up to the oldest event that the bus has not confirmed, and later ones do not wait for it", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const createdAt = fixture.ctx.clock.now();
  const unsent = await append({ isSent: false });
  await startSweeping();
  await pass(600_000);
  const later = await append({ isSent: true });
  for (let i = 0; i < 6; i += 1) await pass(60_000);
  await sink.waitForCount(1);
  expect(await plannedEvents()).toEqual([later]);
  expect(await sweptUntil()).toEqual(createdAt);
  await send(unsent);
  for (let i = 0; i < 6; i += 1) await pass(60_000);
  await sink.waitForCount(2);
  expect(idsOf(sink)).toEqual([unsent, later].sort());
  await eventually(async () => Number(await sweptUntil()) > createdAt.getTime());
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
  // A dispatcher that still writes outcomes could deadlock with the update of thousands.
  await fixture.stopApps();
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
