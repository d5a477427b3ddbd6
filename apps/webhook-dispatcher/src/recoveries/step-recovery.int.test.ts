import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { firstIdAt, newId, timeMsOf } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import type { ReadEvents } from "../deliveries/event-bodies.js";
import type { OwnOrder } from "../deliveries/ordered-row.js";
import { rowsRead } from "../testing/rows-read.js";
import { type House, openHouse, readNoEvents } from "../testing/run-dispatcher.js";
import { stepRecovery } from "./step-recovery.js";

let house: House;
let sink: WebhookSink;
beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse(), startWebhookSink()]);
});
afterAll(async () => {
  await house.close();
  await sink.close();
});

const NOTHING_SINCE = new Date("2026-01-01T00:00:00Z");

/** An endpoint with events of the last minutes, of two objects by turns, of which no delivery was made. */
async function endpointWith(
  eventCount: number,
  eventTypes = ["product.updated"],
  status: "active" | "paused" = "active",
) {
  const workspaceId = await house.createWorkspace();
  const { id: endpointId } = await house.createEndpoint({
    workspaceId,
    url: `${sink.url}/${workspaceId}`,
    eventTypes,
    status,
  });
  const at = Date.now() - 600_000;
  const eventIds = Array.from({ length: eventCount }, (_, i) => newId("evt", at + i));
  await house.query(
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
  const client = await house.ctx.db.app.connect();
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
      await house.query<{ status: string; count: number }>(
        "SELECT status, count(*)::int AS count FROM deliveries WHERE endpoint_id = $1 GROUP BY status",
        [endpointId],
      )
    ).map(({ status, count }) => [status, count]),
  );

const recoveryOf = async (id: string) =>
  (
    await house.query<{ status: string; delivery_count: string; portion_size: number }>(
      "SELECT status, delivery_count, portion_size FROM webhook_recoveries WHERE id = $1",
      [id],
    )
  )[0];

/** As if all that is pending at the endpoint had been attempted. */
const attempt = (endpointId: string, status: "delivered" | "failed") =>
  house.query(
    "UPDATE deliveries SET status = $2, next_attempt_at = NULL, completed_at = now() WHERE endpoint_id = $1 AND status = 'pending'",
    [endpointId, status],
  );

/** A step of each recovery, by a dispatcher whose lanes have so much room, one of so many; answers what it attempts itself. */
async function step({ room = 0, dispatcherCount = 1, readEvents = readNoEvents } = {}): Promise<OwnOrder[]> {
  house.advance(1_000);
  const own: OwnOrder[] = [];
  const tools = {
    ctx: house.ctx,
    lanes: { roomFor: () => room },
    dispatchers: { current: () => dispatcherCount },
    readEvents,
    attemptHere: async (order: OwnOrder) => void own.push(order),
  };
  while ((await stepRecovery(tools)) === "more");
  return own;
}

test("an endpoint that names channels recovers what is about those alone, and about none", async () => {
  const endpoint = await endpointWith(0, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await house.query("UPDATE webhook_endpoints SET channel_ids = '[\"ch_a\"]' WHERE id = $1", [endpointId]);
  const events = [
    ["channel.updated", { id: "ch_a" }],
    ["channel.updated", { id: "ch_b" }],
    ["feed.created", { id: "feed_1", channel_id: "ch_b" }],
    ["feed.run.failed", { id: "run_1", feed_id: "feed_gone" }],
    ["product.updated", { id: "prod_1" }],
  ] as const;
  const ids = events.map((_, i) => newId("evt", Date.now() - 600_000 + i));
  for (const [i, [type, object]] of events.entries()) {
    await house.query(
      `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
       VALUES ($1, $2, $3, 'any', 1, $4, now())`,
      [workspaceId, ids[i], type, JSON.stringify({ object, previous: {} })],
    );
  }
  const id = await recover(endpoint);
  await step();
  const rows = await house.query<{ event_id: string }>("SELECT event_id FROM deliveries WHERE endpoint_id = $1", [
    endpointId,
  ]);
  expect(rows.map(({ event_id }) => event_id).sort()).toEqual([ids[0], ids[4]].sort());
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "2" });
});

test("what was never made, failed or was cancelled becomes pending, and nothing else, in growing portions", async () => {
  const endpoint = await endpointWith(200);
  const { workspaceId, endpointId, eventIds } = endpoint;
  const insert = (status: string, from: number) =>
    house.query(
      `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, completed_at)
       SELECT $1, 'dlv_' || e, e, $2, $3, now(), now() FROM unnest($4::text[]) AS t (e)`,
      [workspaceId, endpointId, status, eventIds.slice(from, from + 20)],
    );
  await insert("failed", 0);
  await insert("cancelled", 20);
  await insert("delivered", 40);
  const id = await recover(endpoint);

  const told = house.hinted.length;
  await step();
  expect(house.hinted.slice(told)).toContain("webhook_endpoint");
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
  // Every fifth event is of a type that the endpoint does not want: 40; of the wanted ones 16 had arrived.
  const unwanted = eventIds.filter((_, i) => (i + 1) % 5 === 0);
  const made = await house.query(
    "SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND event_id = ANY ($2) AND status = 'delivered'",
    [endpointId, unwanted.slice(12)],
  );
  expect(made).toEqual([]);
  expect(Number((await recoveryOf(id))?.delivery_count)).toBe(160 - 16);
});

test("an endpoint that fails again gets no more than a few at a time", async () => {
  const endpoint = await endpointWith(100);
  const id = await recover(endpoint);
  for (let i = 0; i < 4; i += 1) {
    await step();
    await attempt(endpoint.endpointId, "failed");
  }
  expect((await recoveryOf(id))?.portion_size).toBe(10);
});

test("in order, a portion waits for its lines, whose heads go out at once, and shrinks when they fail", async () => {
  const endpoint = await endpointWith(200, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await house.query("UPDATE webhook_endpoints SET ordering = 'per_object' WHERE id = $1", [endpointId]);
  await house.query(
    "INSERT INTO inbox (workspace_id, consumer, event_id, created_at) SELECT workspace_id, 'webhook-dispatcher', id, now() FROM events WHERE workspace_id = $1",
    [workspaceId],
  );
  const id = await recover(endpoint);
  await step();
  const due = () =>
    house.query("SELECT FROM deliveries WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL", [endpointId]);
  expect(await due()).toHaveLength(2);
  await step();
  expect(await statusesOf(endpointId)).toEqual({ pending: 10 });
  for (const size of [20, 40]) {
    await attempt(endpointId, "delivered");
    await step();
    expect(await recoveryOf(id)).toMatchObject({ portion_size: size });
  }
  // One line is through; the other one's head was refused, and those behind it wait with it.
  await house.query(
    "UPDATE deliveries SET status = 'delivered', next_attempt_at = NULL, completed_at = now() WHERE endpoint_id = $1 AND status = 'pending' AND line = 'prod_1'",
    [endpointId],
  );
  await house.query(
    "UPDATE deliveries SET next_attempt_at = $2 WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL",
    [endpointId, new Date(house.ctx.clock.now().getTime() + 300_000)],
  );
  await step();
  expect(await recoveryOf(id)).toMatchObject({ portion_size: 20 });
});

test("what had failed for good begins its schedule anew when it is recovered", async () => {
  const endpoint = await endpointWith(0);
  const { workspaceId, endpointId } = endpoint;
  const eventId = newId("evt", Date.now() - 600_000);
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'product.updated', 'prod_1', 1, '{"object":{},"previous":{}}', now())`,
    [workspaceId, eventId],
  );
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, attempt_count, is_asked, created_at, completed_at)
     VALUES ($1, 'dlv_failed', $2, $3, 'failed', 10, true, now(), now())`,
    [workspaceId, eventId, endpointId],
  );
  await recover(endpoint);
  await step();
  expect(
    await house.query("SELECT status, attempt_count, schedule_start, is_asked FROM deliveries WHERE endpoint_id = $1", [
      endpointId,
    ]),
  ).toEqual([{ status: "pending", attempt_count: 10, schedule_start: 10, is_asked: false }]);
});

test("a replay sends again all between its two times, what was delivered too, and a recovery does not", async () => {
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

  const [since, until] = [eventIds[10], eventIds[24]].map((id) => new Date(timeMsOf(String(id))));
  const id = await recover(endpoint, since, { until: until ?? new Date(), includesDelivered: true });
  await step();
  // As much as a first portion holds, and no more until it has got through.
  expect(await statusesOf(endpointId)).toEqual({ delivered: 20, pending: 10 });
  await attempt(endpointId, "delivered");
  await step();
  await attempt(endpointId, "failed");
  await step();
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "15" });
  const again = await house.query<{ event_id: string }>(
    "SELECT event_id FROM deliveries WHERE endpoint_id = $1 AND status = 'failed' ORDER BY event_id",
    [endpointId],
  );
  expect(again.map(({ event_id }) => event_id)).toEqual(eventIds.slice(20, 25));
});

test("what an endpoint would be told of itself is not recovered", async () => {
  const endpoint = await endpointWith(0, ["*"]);
  const { workspaceId, endpointId } = endpoint;
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     VALUES ($1, $2, 'webhook_endpoint.failing', $3, 1, '{"object":{},"previous":{}}', now())`,
    [workspaceId, newId("evt", Date.now() - 60_000), endpointId],
  );
  await recover(endpoint);
  await step();
  expect(await statusesOf(endpointId)).toEqual({});
});

test("only what happened since then is recovered, and of a paused endpoint nothing", async () => {
  const [recent, paused] = [await endpointWith(30), await endpointWith(30, ["*"], "paused")];
  const id = await recover(recent, new Date(Date.now() - 60_000));
  const pausedId = await recover(paused);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ status: "completed", delivery_count: "0" });
  expect(await recoveryOf(pausedId)).toMatchObject({ status: "running", delivery_count: "0" });
  expect(await statusesOf(paused.endpointId)).toEqual({});
});

test("a portion reads no more of an endpoint that has thousands of deliveries, though nothing is analysed", async () => {
  const endpoint = await endpointWith(2_000, ["*"]);
  const { workspaceId, endpointId, eventIds } = endpoint;
  const id = await recover(endpoint);
  await step();
  await attempt(endpointId, "delivered");
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, created_at, completed_at)
     SELECT $1, 'dlv_' || e, e, $2, 'delivered', now(), now() FROM unnest($3::text[]) AS t (e) ON CONFLICT DO NOTHING`,
    [workspaceId, endpointId, eventIds.slice(0, 1_900)],
  );
  const before = await rowsRead(house);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ delivery_count: "30" });
  // Reading the endpoint's deliveries for each of its events would be some four million.
  expect((await rowsRead(house)) - before).toBeLessThan(40_000);
});

test("a portion looks at no more events than it sends", async () => {
  await house.query("UPDATE webhook_recoveries SET status = 'completed', completed_at = now()");
  const endpoint = await endpointWith(4_000, ["*"]);
  const id = await recover(endpoint);
  const before = await rowsRead(house);
  await step();
  expect(await recoveryOf(id)).toMatchObject({ delivery_count: "10" });
  expect((await rowsRead(house)) - before).toBeLessThan(500);
});

test("a dispatcher attempts as many itself as its lane takes, oldest first, and leaves the rest to be found due", async () => {
  const endpoint = await endpointWith(30, ["*"]);
  const { workspaceId, endpointId, eventIds } = endpoint;
  await house.query("UPDATE webhook_endpoints SET rate_per_second = 100 WHERE id = $1", [endpointId]);
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, claim, attempt_count, unfinished_count, created_at, completed_at)
     VALUES ($1, 'dlv_refused', $2, $3, 'cancelled', 7, 5, 2, now(), now())`,
    [workspaceId, eventIds[1], endpointId],
  );
  await recover(endpoint);
  const read: string[][] = [];
  const readEvents: ReadEvents = async (refs) => {
    read.push(refs.map(({ eventId }) => eventId).sort());
    throw new Error("not reached");
  };
  const own = await step({ room: 4, readEvents });
  expect(read).toContainEqual(eventIds.slice(0, 4));
  const leased = await house.query<{ id: string; event_id: string; is_due: boolean }>(
    `SELECT id, event_id, next_attempt_at <= $2 AS is_due FROM deliveries
     WHERE endpoint_id = $1 AND lease_until > $2 ORDER BY event_id`,
    [endpointId, house.ctx.clock.now()],
  );
  expect(own.filter((order) => order.endpointId === endpointId)).toHaveLength(4);
  expect(own.map(({ deliveryId }) => deliveryId).sort()).toEqual(leased.map(({ id }) => id).sort());
  expect(own.find(({ deliveryId }) => deliveryId === "dlv_refused")).toEqual({
    ...{ workspaceId, endpointId, deliveryId: "dlv_refused", claim: "7", isSuspect: true, isAsked: false },
    ratePerSecond: 100,
  });
  expect(leased.map(({ event_id, is_due }) => [event_id, is_due])).toEqual(
    eventIds.slice(0, 4).map((id) => [id, true]),
  );
  expect(
    await house.query(
      "SELECT event_id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease_until IS NULL ORDER BY event_id",
      [endpointId],
    ),
  ).toEqual(eventIds.slice(4, 10).map((event_id) => ({ event_id })));
});

test("in order, nothing is attempted but by its turn", async () => {
  const endpoint = await endpointWith(30, ["*"]);
  await house.query("UPDATE webhook_endpoints SET ordering = 'per_object' WHERE id = $1", [endpoint.endpointId]);
  await house.query(
    "INSERT INTO inbox (workspace_id, consumer, event_id, created_at) SELECT workspace_id, 'webhook-dispatcher', id, now() FROM events WHERE workspace_id = $1",
    [endpoint.workspaceId],
  );
  await recover(endpoint);
  expect(await step({ room: 100 })).toEqual([]);
});

test("a portion is no more than each dispatcher may send in a second", async () => {
  const endpoint = await endpointWith(200, ["*"]);
  const { endpointId } = endpoint;
  await house.query("UPDATE webhook_endpoints SET rate_per_second = 25 WHERE id = $1", [endpointId]);
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

test("what a dispatcher has ordered of itself and not begun when it ends is due again at once", async () => {
  await house.query("UPDATE webhook_recoveries SET status = 'completed', completed_at = now()");
  sink.answerWith(() => ({ hang: true }));
  const endpoint = await endpointWith(3, ["*"]);
  await recover(endpoint);
  const limits = { inFlightPerEndpointMax: 1, attemptTimeoutMs: 3_000, pollIntervalMs: 3_600_000 };
  const app = await house.startApp({ limits: { ...house.ctx.limits, ...limits } });
  const isOurs = ({ path }: { path: string }) => path === `/${endpoint.workspaceId}`;
  await sink.waitFor(isOurs);
  await app.drain();
  sink.answerWith(() => ({}));
  expect(sink.received.filter(isOurs)).toHaveLength(1);
  expect(
    await house.query("SELECT status, lease_until FROM deliveries WHERE endpoint_id = $1", [endpoint.endpointId]),
  ).toEqual(Array.from({ length: 3 }, () => ({ status: "pending", lease_until: null })));
});

test("two dispatchers recover all of it, each event once", async () => {
  const endpoint = await endpointWith(150, ["*"]);
  const id = await recover(endpoint);
  const [first, second] = [await house.startApp(), await house.startApp()];
  await eventually(async () => (await recoveryOf(id))?.status === "completed" || undefined);
  await eventually(async () => (await statusesOf(endpoint.endpointId)).delivered === 150 || undefined);
  const received = sink.received.filter(({ path }) => path === `/${endpoint.workspaceId}`);
  expect(received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(endpoint.eventIds);
  await Promise.all([first, second].map((app) => app.drain()));
});
