import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { firstIdAt, newId, timeMsOf } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import type { LocalOrder } from "../deliveries/leased-delivery.js";
import type { ReadEvents } from "../deliveries/read-events.js";
import { countRowsRead } from "../testing/count-rows-read.js";
import { type DispatcherFixture, openDispatcherFixture, readNoEvents } from "../testing/open-dispatcher-fixture.js";
import { stepRecovery } from "./step-recovery.js";

let fixture: DispatcherFixture;
let sink: WebhookSink;
beforeAll(async () => {
  [fixture, sink] = await Promise.all([openDispatcherFixture(), startWebhookSink()]);
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});

const NOTHING_SINCE = new Date("2026-01-01T00:00:00Z");

/** Creates an endpoint with events of the last minutes, alternately of two objects, that have no deliveries. */
async function endpointWith(
  eventCount: number,
  eventTypes = ["product.updated"],
  status: "active" | "paused" = "active",
) {
  const workspaceId = await fixture.createWorkspace();
  const { id: endpointId } = await fixture.createEndpoint({
    workspaceId,
    url: `${sink.url}/${workspaceId}`,
    eventTypes,
    status,
  });
  const at = Date.now() - 600_000;
  const eventIds = Array.from({ length: eventCount }, (_, i) => newId("evt", at + i));
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, e, CASE WHEN ord % 5 = 0 THEN 'product.deleted' ELSE 'product.updated' END, 'prod_' || ord % 2, ord, '{"object":{},"previous":{}}', now()
     FROM unnest($2::text[]) WITH ORDINALITY AS t (e, ord)`,
    [workspaceId, eventIds],
  );
  return { workspaceId, endpointId, eventIds };
}

async function recover(
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
  since = NOTHING_SINCE,
  { until = new Date(), includesDelivered = false } = {},
) {
  const id = newId("rec");
  const position = firstIdAt("evt", since.getTime());
  const client = await fixture.ctx.db.app.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)", [
      workspaceId,
    ]);
    await client.query(
      `INSERT INTO webhook_recoveries (workspace_id, id, endpoint_id, status, since, until, position, portion_from, portion_size, next_step_at, created_at, includes_delivered)
       VALUES ($1, $2, $3, 'running', $4, $6, $5, $5, 10, now() - interval '1 minute', now(), $7)`,
      [workspaceId, id, endpointId, since, position, until, includesDelivered],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  return id;
}

const statusesOf = async (endpointId: string) =>
  Object.fromEntries(
    (
      await fixture.query<{ status: string; count: number }>(
        "SELECT status, count(*)::int AS count FROM deliveries WHERE endpoint_id = $1 GROUP BY status",
        [endpointId],
      )
    ).map(({ status, count }) => [status, count]),
  );

const recoveryOf = async (id: string) =>
  (
    await fixture.query<{ status: string; delivery_count: string; portion_size: number }>(
      "SELECT status, delivery_count, portion_size FROM webhook_recoveries WHERE id = $1",
      [id],
    )
  )[0];

/** Ends all pending deliveries of the endpoint. */
const attempt = (endpointId: string, status: "delivered" | "failed") =>
  fixture.query(
    "UPDATE deliveries SET status = $2, next_attempt_at = NULL, completed_at = now() WHERE endpoint_id = $1 AND status = 'pending'",
    [endpointId, status],
  );

/** Takes one step of each recovery as a dispatcher with this capacity; returns the orders that it attempts itself. */
async function step({ capacity = 0, dispatcherCount = 1, readEvents = readNoEvents } = {}): Promise<LocalOrder[]> {
  fixture.advance(1_000);
  const local: LocalOrder[] = [];
  const tools = {
    ctx: fixture.ctx,
    limiters: { capacityFor: () => capacity },
    dispatchers: { current: () => dispatcherCount },
    readEvents,
    attemptLocal: async (order: LocalOrder) => void local.push(order),
  };
  while ((await stepRecovery(tools)) === "more");
  return local;
}

test("an endpoint that filters by channel recovers events of those channels, and events about no channel", async () => {
  const endpoint = await endpointWith(0, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await fixture.query("UPDATE webhook_endpoints SET channel_ids = '[\"ch_a\"]' WHERE id = $1", [endpointId]);
  const events = [
    ["channel.updated", { id: "ch_a" }],
    ["channel.updated", { id: "ch_b" }],
    ["feed.created", { id: "feed_1", channel_id: "ch_b" }],
    ["feed.run.failed", { id: "run_1", feed_id: "feed_gone" }],
    ["product.updated", { id: "prod_1" }],
  ] as const;
  const ids = events.map((_, i) => newId("evt", Date.now() - 600_000 + i));
  for (const [i, [type, object]] of events.entries()) {
    await fixture.query(
      `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
       VALUES ($1, $2, $3, 'any', 1, $4, now())`,
      [workspaceId, ids[i], type, JSON.stringify({ object, previous: {} })],
    );
  }
  const id = await recover(endpoint);
  await step();
  const rows = await fixture.query<{ event_id: string }>("SELECT event_id FROM deliveries WHERE endpoint_id = $1", [
    endpointId,
  ]);
  expect(rows.map(({ event_id }) => event_id).sort()).toEqual([ids[0], ids[4]].sort());
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "2" });
});

test("missing, failed and cancelled deliveries become pending, in growing portions, and no others", async () => {
  const endpoint = await endpointWith(200);
  const { workspaceId, endpointId, eventIds } = endpoint;
  const insert = (status: string, from: number) =>
    fixture.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, completed_at)
       SELECT $1, 'dlv_' || e, e, $2, $3, now(), now() FROM unnest($4::text[]) AS t (e)`,
      [workspaceId, endpointId, status, eventIds.slice(from, from + 20)],
    );
  await insert("failed", 0);
  await insert("cancelled", 20);
  await insert("delivered", 40);
  const id = await recover(endpoint);

  const hintCount = fixture.hinted.length;
  await step();
  expect(fixture.hinted.slice(hintCount)).toContain("webhook_endpoint");
  expect(await statusesOf(endpointId)).toMatchObject({ pending: 10, delivered: 20 });
  await step();
  expect(await statusesOf(endpointId)).toMatchObject({ pending: 10 });

  const sizes: (number | undefined)[] = [];
  for (let i = 0; i < 20 && (await recoveryOf(id))?.status === "running"; i += 1) {
    await attempt(endpointId, "delivered");
    await step();
    sizes.push((await recoveryOf(id))?.portion_size);
  }
  expect(sizes.slice(0, 3)).toEqual([20, 40, 80]);
  await attempt(endpointId, "delivered");
  // The endpoint does not subscribe to every fifth event: 40. Of the others, 16 had arrived.
  const unwanted = eventIds.filter((_, i) => (i + 1) % 5 === 0);
  const delivered = await fixture.query(
    "SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND event_id = ANY ($2) AND status = 'delivered'",
    [endpointId, unwanted.slice(12)],
  );
  expect(delivered).toEqual([]);
  expect(Number((await recoveryOf(id))?.delivery_count)).toBe(160 - 16);
});

test("an endpoint that fails again gets only a few deliveries at a time", async () => {
  const endpoint = await endpointWith(100);
  const id = await recover(endpoint);
  for (let i = 0; i < 4; i += 1) {
    await step();
    await attempt(endpoint.endpointId, "failed");
  }
  expect((await recoveryOf(id))?.portion_size).toBe(10);
});

test("with ordered delivery, a portion waits for its lines, whose heads are sent at once, and shrinks when they fail", async () => {
  const endpoint = await endpointWith(200, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await fixture.query("UPDATE webhook_endpoints SET ordering = 'per_object' WHERE id = $1", [endpointId]);
  await fixture.query(
    "INSERT INTO inbox (workspace_id, consumer, event_id, created_at) SELECT workspace_id, 'webhook-dispatcher', id, now() FROM events WHERE workspace_id = $1",
    [workspaceId],
  );
  const id = await recover(endpoint);
  await step();
  const due = () =>
    fixture.query("SELECT FROM deliveries WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL", [endpointId]);
  expect(await due()).toHaveLength(2);
  await step();
  expect(await statusesOf(endpointId)).toEqual({ pending: 10 });
  for (const size of [20, 40]) {
    await attempt(endpointId, "delivered");
    await step();
    expect(await recoveryOf(id)).toMatchObject({ portion_size: size });
  }
  // One line is finished. The head of the other one failed, and the deliveries behind it wait.
  await fixture.query(
    "UPDATE deliveries SET status = 'delivered', next_attempt_at = NULL, completed_at = now() WHERE endpoint_id = $1 AND status = 'pending' AND line = 'prod_1'",
    [endpointId],
  );
  await fixture.query(
    "UPDATE deliveries SET next_attempt_at = $2 WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL",
    [endpointId, new Date(fixture.ctx.clock.now().getTime() + 300_000)],
  );
  await step();
  expect(await recoveryOf(id)).toMatchObject({ portion_size: 20 });
});

test("a recovered delivery that had failed for good restarts its schedule", async () => {
  const endpoint = await endpointWith(0);
  const { workspaceId, endpointId } = endpoint;
  const eventId = newId("evt", Date.now() - 600_000);
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'product.updated', 'prod_1', 1, '{"object":{},"previous":{}}', now())`,
    [workspaceId, eventId],
  );
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, is_asked, created_at, completed_at)
     VALUES ($1, 'dlv_failed', $2, $3, 'failed', 10, true, now(), now())`,
    [workspaceId, eventId, endpointId],
  );
  await recover(endpoint);
  await step();
  expect(
    await fixture.query(
      "SELECT status, attempt_count, schedule_start, is_asked FROM deliveries WHERE endpoint_id = $1",
      [endpointId],
    ),
  ).toEqual([{ status: "pending", attempt_count: 10, schedule_start: 10, is_asked: false }]);
});

test("a replay sends everything between two times again, delivered events included; a recovery does not", async () => {
  const endpoint = await endpointWith(30, ["*"]);
  const { endpointId, eventIds } = endpoint;
  await recover(endpoint);
  for (let steps = 0; steps < 5; steps += 1) {
    await step();
    await attempt(endpointId, "delivered");
  }
  expect(await statusesOf(endpointId)).toEqual({ delivered: 30 });
  await recover(endpoint);
  await step();
  expect(await statusesOf(endpointId)).toEqual({ delivered: 30 });

  const since = new Date(timeMsOf(String(eventIds[10])));
  const until = new Date(timeMsOf(String(eventIds[24])));
  const id = await recover(endpoint, since, { until, includesDelivered: true });
  await step();
  // The first portion, and no more until it has been delivered.
  expect(await statusesOf(endpointId)).toEqual({ delivered: 20, pending: 10 });
  await attempt(endpointId, "delivered");
  await step();
  await attempt(endpointId, "failed");
  await step();
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "15" });
  const again = await fixture.query<{ event_id: string }>(
    "SELECT event_id FROM deliveries WHERE endpoint_id = $1 AND status = 'failed' ORDER BY event_id",
    [endpointId],
  );
  expect(again.map(({ event_id }) => event_id)).toEqual(eventIds.slice(20, 25));
});

test("events about the endpoint itself are not recovered", async () => {
  const endpoint = await endpointWith(0, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'webhook_endpoint.failing', $3, 1, '{"object":{},"previous":{}}', now())`,
    [workspaceId, newId("evt", Date.now() - 60_000), endpointId],
  );
  await recover(endpoint);
  await step();
  expect(await statusesOf(endpointId)).toEqual({});
});

test("only events since the start time are recovered, and none for a paused endpoint", async () => {
  const recent = await endpointWith(30);
  const paused = await endpointWith(30, ["*"], "paused");
  const id = await recover(recent, new Date(Date.now() - 60_000));
  const pausedId = await recover(paused);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "0" });
  expect(await recoveryOf(pausedId)).toMatchObject({ status: "running", delivery_count: "0" });
  expect(await statusesOf(paused.endpointId)).toEqual({});
});

test("a portion reads few rows even if the endpoint has thousands of deliveries and there are no statistics", async () => {
  const endpoint = await endpointWith(2_000, ["*"]);
  const { workspaceId, endpointId, eventIds } = endpoint;
  const id = await recover(endpoint);
  await step();
  await attempt(endpointId, "delivered");
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, completed_at)
     SELECT $1, 'dlv_' || e, e, $2, 'delivered', now(), now() FROM unnest($3::text[]) AS t (e) ON CONFLICT DO NOTHING`,
    [workspaceId, endpointId, eventIds.slice(0, 1_900)],
  );
  const before = await countRowsRead(fixture);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ delivery_count: "30" });
  // Reading the endpoint's deliveries for each of its events would be about four million rows.
  expect((await countRowsRead(fixture)) - before).toBeLessThan(40_000);
});

test("a portion reads no more events than it sends", async () => {
  await fixture.query("UPDATE webhook_recoveries SET status = 'completed', completed_at = now()");
  const endpoint = await endpointWith(4_000, ["*"]);
  const id = await recover(endpoint);
  const before = await countRowsRead(fixture);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ delivery_count: "10" });
  expect((await countRowsRead(fixture)) - before).toBeLessThan(500);
});

test("a dispatcher attempts as many deliveries itself as its capacity allows, oldest first; the rest become due", async () => {
  const endpoint = await endpointWith(30, ["*"]);
  const { workspaceId, endpointId, eventIds } = endpoint;
  await fixture.query("UPDATE webhook_endpoints SET rate_per_second = 100 WHERE id = $1", [endpointId]);
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, claim, attempt_count, unfinished_count, created_at, completed_at)
     VALUES ($1, 'dlv_cancelled', $2, $3, 'cancelled', 7, 5, 2, now(), now())`,
    [workspaceId, eventIds[1], endpointId],
  );
  await recover(endpoint);
  const read: string[][] = [];
  const readEvents: ReadEvents = async (refs) => {
    read.push(refs.map(({ eventId }) => eventId).sort());
    throw new Error("not reached");
  };
  const local = await step({ capacity: 4, readEvents });
  expect(read).toContainEqual(eventIds.slice(0, 4));
  const leased = await fixture.query<{ id: string; event_id: string; is_due: boolean }>(
    `SELECT id, event_id, next_attempt_at <= $2 AS is_due FROM deliveries
     WHERE endpoint_id = $1 AND lease_until > $2 ORDER BY event_id`,
    [endpointId, fixture.ctx.clock.now()],
  );
  expect(local.filter((order) => order.endpointId === endpointId)).toHaveLength(4);
  expect(local.map(({ deliveryId }) => deliveryId).sort()).toEqual(leased.map(({ id }) => id).sort());
  expect(local.find(({ deliveryId }) => deliveryId === "dlv_cancelled")).toEqual({
    workspaceId,
    endpointId,
    deliveryId: "dlv_cancelled",
    claim: "7",
    mustRunAlone: true,
    isRequested: false,
    isBulk: true,
    ratePerSecond: 100,
  });
  expect(leased.map(({ event_id, is_due }) => [event_id, is_due])).toEqual(
    eventIds.slice(0, 4).map((id) => [id, true]),
  );
  expect(
    await fixture.query(
      "SELECT event_id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease_until IS NULL ORDER BY event_id",
      [endpointId],
    ),
  ).toEqual(eventIds.slice(4, 10).map((event_id) => ({ event_id })));
});

test("with ordered delivery, deliveries wait for their turn", async () => {
  const endpoint = await endpointWith(30, ["*"]);
  await fixture.query("UPDATE webhook_endpoints SET ordering = 'per_object' WHERE id = $1", [endpoint.endpointId]);
  await fixture.query(
    "INSERT INTO inbox (workspace_id, consumer, event_id, created_at) SELECT workspace_id, 'webhook-dispatcher', id, now() FROM events WHERE workspace_id = $1",
    [endpoint.workspaceId],
  );
  await recover(endpoint);
  expect(await step({ capacity: 100 })).toEqual([]);
});

test("a portion is at most what the dispatchers may send in a second", async () => {
  const endpoint = await endpointWith(200, ["*"]);
  const { endpointId } = endpoint;
  await fixture.query("UPDATE webhook_endpoints SET rate_per_second = 25 WHERE id = $1", [endpointId]);
  const id = await recover(endpoint);
  for (const [dispatcherCount, size] of [
    [1, 10],
    [1, 20],
    [1, 25],
    [2, 50],
    [2, 50],
    [1, 25],
  ]) {
    await step({ dispatcherCount });
    expect(await recoveryOf(id)).toMatchObject({ portion_size: size });
    await attempt(endpointId, "delivered");
  }
});

test("local orders that have not started when a dispatcher stops are due again at once", async () => {
  await fixture.query("UPDATE webhook_recoveries SET status = 'completed', completed_at = now()");
  sink.answerWith(() => ({ hang: true }));
  const endpoint = await endpointWith(3, ["*"]);
  await recover(endpoint);
  const limits = { inFlightPerEndpointMax: 1, attemptTimeoutMs: 3_000, pollIntervalMs: 3_600_000 };
  const app = await fixture.startApp({ limits: { ...fixture.ctx.limits, ...limits } });
  const isOwn = ({ path }: { path: string }) => path === `/${endpoint.workspaceId}`;
  await sink.waitFor(isOwn);
  await app.drain();
  sink.answerWith(() => ({}));
  expect(sink.received.filter(isOwn)).toHaveLength(1);
  expect(
    await fixture.query("SELECT status, lease_until FROM deliveries WHERE endpoint_id = $1", [endpoint.endpointId]),
  ).toEqual(Array.from({ length: 3 }, () => ({ status: "pending", lease_until: null })));
});

test("two dispatchers together recover each event once", async () => {
  const endpoint = await endpointWith(150, ["*"]);
  const id = await recover(endpoint);
  const first = await fixture.startApp();
  const second = await fixture.startApp();
  await eventually(async () => (await recoveryOf(id))?.status === "completed" || undefined);
  await eventually(async () => (await statusesOf(endpoint.endpointId)).delivered === 150 || undefined);
  const received = sink.received.filter(({ path }) => path === `/${endpoint.workspaceId}`);
  expect(received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(endpoint.eventIds);
  await Promise.all([first, second].map((app) => app.drain()));
});
