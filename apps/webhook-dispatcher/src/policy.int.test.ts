import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { JITTER, SCHEDULE_MS } from "./attempts/decide-next.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const DAY_MS = 24 * 3_600_000;
/** How much two readings of the clock may differ. */
const CLOCK_MS = 2;

let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  [sink, workspaceId] = await Promise.all([startWebhookSink(), fixture.createWorkspace()]);
});
afterEach(async () => {
  fixture.releaseClock();
  await sink.close();
});

interface EndpointRow {
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly failing_since: Date | null;
}

async function endpointRow(id: string): Promise<EndpointRow> {
  const [row] = await fixture.query<EndpointRow>("SELECT * FROM webhook_endpoints WHERE id = $1", [id]);
  if (!row) throw new Error(`there is no endpoint ${id}`);
  return row;
}

const attempted = (count: number) =>
  eventually(
    async () =>
      (await fixture.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).length === count,
  );

/** Inserts feeds with their channels as the API does; the dispatcher has no permission. */
async function insertFeeds(feeds: Readonly<Record<string, string>>): Promise<void> {
  const binding = wholeWorkspace(workspaceId);
  await inWorkspace(fixture.ctx.db, binding, async (client) => {
    for (const [feedId, channelId] of Object.entries(feeds)) {
      await client.query(
        `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
         VALUES ($1, $2, 'c', 'generic', 'active', '{}', now(), now())`,
        [workspaceId, channelId],
      );
      await client.query(
        `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, created_at, updated_at)
         VALUES ($1, $2, $3, 'f', 'active', 'csv', 'none', 'f.csv', 1, now(), now())`,
        [workspaceId, feedId, channelId],
      );
    }
  });
}

test("many concurrent answers of 410 disable the endpoint once, end its recovery, and do not deadlock", async () => {
  const deadlocks = async () => {
    const [row] = await fixture.query<{ deadlocks: string }>(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(row?.deadlocks);
  };
  const before = await deadlocks();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO webhook_recoveries (workspace_id, id, endpoint_id, status, since, until, position, portion_from, portion_size, next_step_at, created_at)
       VALUES ($1, 'rec_' || $1, $2, 'running', now(), now(), 'evt_z', 'evt_z', 10, $3, now())`,
      [workspaceId, id, new Date(fixture.ctx.clock.now().getTime() + DAY_MS)],
    ),
  );
  await Promise.all(Array.from({ length: 40 }, () => fixture.emit(workspaceId)));
  await attempted(40);
  sink.answerWith({ status: 410, delayMs: 300 });
  await Promise.all(Array.from({ length: 40 }, () => fixture.emit(workspaceId)));
  await eventually(async () => (await endpointRow(id)).status === "disabled");
  const [recovery] = await fixture.query("SELECT status FROM webhook_recoveries WHERE endpoint_id = $1", [id]);
  expect(recovery).toEqual({ status: "cancelled" });
  await eventually(async () => {
    const rows = await fixture.query("SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'", [id]);
    return rows.length === 0;
  });
  expect(sink.received.length).toBeGreaterThan(41);
  // Including those in flight when the first answer disabled the endpoint.
  const attempts = `SELECT FROM delivery_attempts a JOIN deliveries d ON d.workspace_id = a.workspace_id AND d.id = a.delivery_id
    WHERE d.endpoint_id = $1 AND d.attempt_count = a.number`;
  await eventually(async () => (await fixture.query(attempts, [id])).length === sink.received.length);
  await fixture.query("SELECT pg_stat_force_next_flush()");
  expect((await deadlocks()) - before).toBe(0);
});

/** After each of these attempts, moves the clock by the longest possible wait and awaits the next attempt. */
async function attemptsAfter(numbers: readonly number[], alreadyMade = 0): Promise<void> {
  for (const number of numbers) {
    fixture.advance(Number(SCHEDULE_MS[number]) * (1 + JITTER) + 1_000);
    await attempted(alreadyMade + number + 1);
  }
}

const eventsOf = async (id: string) =>
  (
    await fixture.query<{ type: string; object: Record<string, unknown> }>(
      "SELECT type, data::json->'object' AS object FROM events WHERE workspace_id = $1 AND object_id = $2 ORDER BY id",
      [workspaceId, id],
    )
  ).map(({ type, object }) => ({ ...object, type }));

test("an endpoint that fails repeatedly for five days is disabled, after notices, with an audit entry", async () => {
  fixture.holdClock();
  sink.answerWith({ status: 500 });
  const other = await startWebhookSink();
  const { id } = await fixture.createEndpoint({ workspaceId, url: `${sink.url}/hook?token=t0ken`, eventTypes: ["*"] });
  await fixture.createEndpoint({ workspaceId, url: other.url, eventTypes: ["webhook_endpoint.failing"] });
  const eventId = await fixture.emit(workspaceId);
  await attempted(1);
  await attemptsAfter([1, 2, 3]);
  const notice = await eventually(async () => (await eventsOf(id))[0]);
  expect(notice).toEqual({ id, type: "webhook_endpoint.failing", url: sink.url, failing_since: expect.any(String) });
  // Another endpoint gets the event; the failing one does not.
  const ofEndpoint = "SELECT * FROM events WHERE workspace_id = $1 AND object_id = $2";
  const rows = await fixture.query<EventRow>(ofEndpoint, [workspaceId, id]);
  await fixture.ctx.bus.publish(rows.map((row) => ({ id: row.id, routingKey: row.type, body: renderEnvelope(row) })));
  await other.waitForCount(1);
  await other.close();
  expect(await fixture.query("SELECT FROM deliveries WHERE endpoint_id = $1", [id])).toHaveLength(1);

  // Counts the attempts of this delivery, and the one of the notice.
  await attemptsAfter([4, 5, 6, 7, 8, 9], 1);
  const exhausted = await eventually(async () => (await eventsOf(id))[1]);
  expect(exhausted).toMatchObject({ id, type: "webhook_endpoint.exhausted", event_id: eventId });
  expect((await endpointRow(id)).status).toBe("active");

  await fixture.emit(workspaceId);
  await attempted(12);
  await attemptsAfter([1, 2, 3, 4, 5, 6, 7], 11);
  await eventually(async () => (await endpointRow(id)).status === "disabled");
  expect(await endpointRow(id)).toMatchObject({ disabled_reason: "no delivery has succeeded for 5 days" });
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    "webhook_endpoint.failing",
    "webhook_endpoint.exhausted",
    "webhook_endpoint.disabled",
  ]);
  const waiting = "SELECT FROM deliveries WHERE endpoint_id = $1 AND status NOT IN ('failed', 'cancelled')";
  expect(await fixture.query(waiting, [id])).toEqual([]);
  const audited = await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), async (client) => {
    const entries = await client.query("SELECT actor, action, details FROM audit_entries WHERE object_id = $1", [id]);
    return entries.rows;
  });
  expect(audited).toEqual([
    {
      actor: { type: "system", id: "webhook-dispatcher" },
      action: "webhook_endpoint.disabled",
      details: { host: new URL(sink.url).host, reason: "no delivery has succeeded for 5 days" },
    },
  ]);
});

test("one failure after five quiet days disables nothing and cancels nothing", async () => {
  fixture.holdClock();
  sink.answerWith({ status: 500 });
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  await eventually(async () => (await endpointRow(id)).failing_since !== null);
  await fixture.query("UPDATE deliveries SET next_attempt_at = $2 WHERE endpoint_id = $1", [
    id,
    new Date(fixture.ctx.clock.now().getTime() + 6 * DAY_MS),
  ]);
  fixture.advance(6 * DAY_MS + 1_000);
  await attempted(2);
  expect(await endpointRow(id)).toMatchObject({ status: "active" });
  expect(await fixture.query("SELECT status FROM deliveries WHERE endpoint_id = $1", [id])).toEqual([
    { status: "pending" },
  ]);
});

test("the next success of an endpoint that was reported as failing reports its recovery, once", async () => {
  fixture.holdClock();
  sink.answerWith({ status: 500 });
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  await attemptsAfter([1, 2, 3]);
  await eventually(async () => (await eventsOf(id)).length === 1);
  sink.answerWith({ status: 200 });
  await attemptsAfter([4]);
  await eventually(async () => (await eventsOf(id)).length === 2);
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    "webhook_endpoint.failing",
    "webhook_endpoint.recovered",
  ]);
  expect((await endpointRow(id)).failing_since).toBeNull();
});

test("change hints are sent when an endpoint starts to fail and when it works again, and not for each attempt", async () => {
  fixture.holdClock();
  const hintCount = () => fixture.hinted.filter((kind) => kind === "webhook_endpoint").length;
  const before = hintCount();
  sink.answerOnce({ status: 500 }, { status: 500 }, { status: 200 });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  await eventually(async () => hintCount() === before + 1);
  fixture.advance(DAY_MS);
  await attempted(2);
  expect(hintCount()).toBe(before + 1);
  fixture.advance(DAY_MS);
  await attempted(3);
  await eventually(async () => hintCount() === before + 2);
});

test("a single success restarts the five days", async () => {
  fixture.holdClock();
  sink.answerOnce({ status: 500 }, { status: 200 }, { status: 500 }, { status: 500 });
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  fixture.advance(4 * DAY_MS);
  await attempted(2);
  await eventually(async () => (await endpointRow(id)).failing_since === null);
  await fixture.emit(workspaceId);
  await attempted(3);
  fixture.advance(4 * DAY_MS);
  await attempted(4);
  expect(await endpointRow(id)).toMatchObject({ status: "active" });
  await fixture.query("UPDATE deliveries SET status = 'cancelled', completed_at = now() WHERE workspace_id = $1", [
    workspaceId,
  ]);
});

test("a failure counts before its delivery can be claimed again, so that the next success ends it", async () => {
  fixture.holdClock();
  sink.answerOnce({ status: 500 }, { status: 200 });
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  const lock = await fixture.ctx.db.system.connect();
  try {
    await lock.query("BEGIN");
    const pid = await lock.query(
      "SELECT pg_backend_pid() AS pid FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE",
      [id],
    );
    await fixture.emit(workspaceId);
    const waiting = "SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
    await eventually(async () => (await fixture.query(waiting, [pid.rows[0].pid])).length > 0);
    expect(await fixture.query("SELECT FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).toEqual([]);
    await lock.query("COMMIT");
  } finally {
    lock.release(true);
  }
  await attempted(1);
  fixture.advance(DAY_MS);
  await attempted(2);
  await eventually(async () => (await endpointRow(id)).failing_since === null);
});

test("an endpoint with type patterns gets all matching types and no others", async () => {
  await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["feed.run.*", "channel.*"] });
  const wanted = [
    await fixture.emitOf(workspaceId, "channel.deleted", { id: "ch_a" }),
    await fixture.emitOf(workspaceId, "feed.run.held", { id: "run_1", feed_id: "feed_a" }),
  ];
  await fixture.emitOf(workspaceId, "feed.delivered", { id: "run_1", feed_id: "feed_a" });
  await fixture.emit(workspaceId);
  await sink.waitForCount(2);
  const planned = "SELECT FROM inbox WHERE workspace_id = $1";
  await eventually(async () => (await fixture.query(planned, [workspaceId])).length === 4);
  expect(sink.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(wanted.sort());
});

test("an endpoint that filters by channel gets events about those, their feeds and runs, and about no channel", async () => {
  await insertFeeds({ feed_a: "ch_a", feed_b: "ch_b" });
  await fixture.createEndpoint({ workspaceId, url: sink.url, channelIds: ["ch_a"] });
  const wanted = [
    await fixture.emitOf(workspaceId, "channel.updated", { id: "ch_a" }),
    await fixture.emitOf(workspaceId, "feed.created", { id: "feed_1", channel_id: "ch_a" }),
    await fixture.emitOf(workspaceId, "feed.run.succeeded", { id: "run_1", feed_id: "feed_a" }),
    await fixture.emit(workspaceId),
  ];
  await fixture.emitOf(workspaceId, "channel.updated", { id: "ch_b" });
  await fixture.emitOf(workspaceId, "feed.created", { id: "feed_2", channel_id: "ch_b" });
  await fixture.emitOf(workspaceId, "feed.run.succeeded", { id: "run_2", feed_id: "feed_b" });
  await fixture.emitOf(workspaceId, "feed.run.failed", { id: "run_3", feed_id: "feed_gone" });
  await sink.waitForCount(4);
  await eventually(
    async () => (await fixture.query("SELECT FROM inbox WHERE workspace_id = $1", [workspaceId])).length === 8,
  );
  expect(await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1", [workspaceId])).toHaveLength(4);
  expect(sink.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(wanted.sort());
});

test("endpoints that hang do not delay another workspace's endpoint at the same host", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/quick") response.end();
    else hanging.push(response);
  });
  const hanging: ServerResponse[] = [];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { inFlightPerEndpointMax } = fixture.ctx.limits;
  for (let i = 0; i < 20; i += 1) await fixture.createEndpoint({ workspaceId, url: `${url}/slow` });
  for (let i = 0; i < inFlightPerEndpointMax; i += 1) await fixture.emit(workspaceId);
  await eventually(() => hanging.length > 0);
  const other = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId: other, url: `${url}/quick` });
  await fixture.emit(other);
  await eventually(async () => {
    const rows = await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [
      other,
    ]);
    return rows.length === 1;
  });
  server.closeAllConnections();
  server.close();
});

test("an endpoint with a rate gets no more than that, and finally everything", async () => {
  const ratePerSecond = 20;
  const burst = 2;
  await fixture.createEndpoint({ workspaceId, url: sink.url, ratePerSecond });
  const startedAt = Date.now();
  await Promise.all(Array.from({ length: 40 }, () => fixture.emit(workspaceId)));
  await sink.waitForCount(40);
  // A busy machine only delays requests. None may arrive before the rate and one burst allow it.
  const allowedAt = (number: number) => startedAt + ((number - burst) * 1_000) / ratePerSecond;
  const arrivals = sink.received.map(({ arrivedAt }) => arrivedAt.getTime()).sort((a, b) => a - b);
  expect(arrivals.filter((at, index) => at < allowedAt(index + 1) - CLOCK_MS)).toEqual([]);
});
