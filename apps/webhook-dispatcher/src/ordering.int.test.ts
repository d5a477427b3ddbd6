import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem, inWorkspace } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { eventually } from "@skucast/testkit/eventually";
import { type ReceivedRequest, startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { renderAttemptOrders } from "./deliveries/attempt-message.js";
import { insertDeliveries } from "./deliveries/insert-deliveries.js";
import { leaseDueDeliveries } from "./deliveries/lease-due-deliveries.js";
import {
  type DispatcherFixture,
  FULL_LIMITERS,
  NO_HOSTS,
  openDispatcherFixture,
  readNoEvents,
} from "./testing/open-dispatcher-fixture.js";

let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture({ limits: { inFlightPerEndpointMax: 50 } });
});
beforeEach(async () => {
  [sink, workspaceId] = await Promise.all([startWebhookSink(), fixture.createWorkspace()]);
});
afterEach(async () => {
  await fixture.stopApps();
  await sink.close();
});
afterAll(() => fixture.close());

const createOrderedEndpoint = (more: object = {}) =>
  fixture.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object", ...more });

/** Commits an event of an object without publishing it. */
async function append(
  objectId: string,
  sequence: number,
  type: "product.created" | "product.updated" = "product.updated",
) {
  const id = await inSystem(fixture.ctx.db, (client) =>
    appendEvent(client, {
      workspaceId,
      type,
      sequence,
      now: fixture.ctx.clock.now(),
      data: { object: { id: objectId, n: sequence }, previous: {} },
    }),
  );
  const [row] = await fixture.query<EventRow>("SELECT * FROM events WHERE id = $1", [id]);
  if (!row) throw new Error("the event was not stored");
  return row;
}

const publish = (rows: readonly EventRow[]) =>
  fixture.ctx.bus.publish(rows.map((row) => ({ id: row.id, routingKey: row.type, body: renderEnvelope(row) })));
const plannableOf = ({ id, type, workspace_id, data }: EventRow) => ({
  id,
  type,
  workspace_id,
  data: JSON.parse(data),
});

interface EventBody {
  readonly object: string;
  readonly sequence: number;
}
const eventOf = ({ body }: ReceivedRequest): EventBody => {
  const { sequence, data } = JSON.parse(body.toString());
  return { object: data.object.id, sequence };
};
const sequencesOf = (objectId: string) =>
  sink.received
    .map(eventOf)
    .filter(({ object }) => object === objectId)
    .map(({ sequence }) => sequence);
const pendingCount = async () =>
  (await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'pending'", [workspaceId])).length;

test("deliveries created during a pause, or put off by it, are due as soon as the endpoint is active again", async () => {
  const { id } = await createOrderedEndpoint();
  const leases = () =>
    fixture.query<{ lease_until: Date | null }>(
      "SELECT lease_until FROM deliveries WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL",
      [id],
    );
  const setStatus = (status: string) =>
    fixture.query("UPDATE webhook_endpoints SET status = $2 WHERE id = $1", [id, status]);
  const orders = await insertDeliveries(
    { ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS },
    [plannableOf(await append("prod_1", 1))],
  );
  expect(await leases()).toEqual([{ lease_until: expect.any(Date) }]);
  await setStatus("paused");
  await insertDeliveries({ ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS }, [
    plannableOf(await append("prod_2", 1)),
  ]);
  expect(await leases()).toContainEqual({ lease_until: null });
  await fixture.startApp();
  await fixture.ctx.bus.publish(renderAttemptOrders(orders.orders));
  await eventually(async () => (await leases()).every((row) => row.lease_until === null));
  expect(sink.received).toEqual([]);
  await setStatus("active");
  await sink.waitForCount(2);
});

test("events of an object arrive in order, even if the bus shuffles them among several dispatchers", async () => {
  await createOrderedEndpoint();
  const objects = Array.from({ length: 20 }, () => newId("prod"));
  const rows: EventRow[] = [];
  for (let sequence = 1; sequence <= 10; sequence += 1) {
    for (const object of objects) rows.push(await append(object, sequence));
  }
  sink.answerWith(() => ({ delayMs: Math.random() * 20 }));
  await Promise.all([fixture.startApp(), fixture.startApp(), fixture.startApp()]);
  const shuffled = rows.map((row) => ({ row, at: Math.random() })).toSorted((a, b) => a.at - b.at);
  await publish(shuffled.map(({ row }) => row));
  await sink.waitForCount(rows.length);
  for (const object of objects) expect(sequencesOf(object)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a failing delivery delays only its own object, until it succeeds", async () => {
  await createOrderedEndpoint();
  const stuck = newId("prod");
  const free = newId("prod");
  sink.answerWith((request) => (eventOf(request).object === stuck ? { status: 500 } : {}));
  await fixture.startApp();
  for (const sequence of [1, 2, 3]) await publish([await append(stuck, sequence), await append(free, sequence)]);
  await eventually(async () => sequencesOf(free).length === 3 && sequencesOf(stuck).length === 1);
  await eventually(async () => (await pendingCount()) === 3);
  sink.answerWith({});
  fixture.advance(10_000);
  await eventually(async () => (await pendingCount()) === 0);
  expect(sequencesOf(stuck)).toEqual([1, 1, 2, 3]);
});

test("after a delivery has failed for good, the next one of the line is sent", async () => {
  await createOrderedEndpoint();
  const object = newId("prod");
  sink.answerWith((request) => (eventOf(request).sequence === 1 ? { status: 500 } : {}));
  const rows = [await append(object, 1), await append(object, 2)];
  await insertDeliveries(
    { ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS },
    rows.map(plannableOf),
  );
  // One attempt of the schedule is left.
  await fixture.query("UPDATE deliveries SET attempt_count = 9, lease_until = NULL WHERE workspace_id = $1", [
    workspaceId,
  ]);
  await fixture.startApp();
  await sink.waitForCount(2);
  await eventually(async () => (await pendingCount()) === 0);
  const ended = await fixture.query<{ status: string }>(
    "SELECT status FROM deliveries WHERE workspace_id = $1 ORDER BY line_sequence",
    [workspaceId],
  );
  expect(ended.map(({ status }) => status)).toEqual(["failed", "delivered"]);
  expect(sequencesOf(object)).toEqual([1, 2]);
});

test("a dispatcher that dies between two deliveries of a line does not stall the line for long", async () => {
  await createOrderedEndpoint();
  const object = newId("prod");
  const rows = [await append(object, 1), await append(object, 2)];
  await insertDeliveries(
    { ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS },
    rows.map(plannableOf),
  );
  // The state after a process died right after it recorded the outcome.
  await fixture.query(
    "UPDATE deliveries SET status = 'delivered', completed_at = now(), next_attempt_at = NULL, lease_until = NULL WHERE workspace_id = $1 AND line_sequence = 1",
    [workspaceId],
  );
  await fixture.startApp();
  await sink.waitForCount(1);
  expect(sequencesOf(object)).toEqual([2]);
});

test("planning an event also plans the earlier events of its object that the bus has not delivered yet", async () => {
  await createOrderedEndpoint({ eventTypes: ["product.updated"] });
  const object = newId("prod");
  await append(object, 1, "product.created");
  const second = await append(object, 2);
  const third = await append(object, 3);
  const fourth = await append(object, 4);
  await insertDeliveries({ ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS }, [
    plannableOf(fourth),
  ]);
  await insertDeliveries({ ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS }, [
    plannableOf(second),
    plannableOf(third),
  ]);
  const rows = await fixture.query<{ line_sequence: string; next_attempt_at: Date | null }>(
    "SELECT line_sequence, next_attempt_at FROM deliveries WHERE workspace_id = $1 ORDER BY line_sequence",
    [workspaceId],
  );
  expect(rows.map(({ line_sequence }) => line_sequence)).toEqual(["2", "3", "4"]);
  expect(rows.map(({ next_attempt_at }) => next_attempt_at !== null)).toEqual([true, false, false]);
});

test("two concurrent planners of one object's events leave one head and lose nothing", async () => {
  await createOrderedEndpoint();
  for (let i = 0; i < 20; i += 1) {
    const object = newId("prod");
    const rows = [await append(object, 1), await append(object, 2), await append(object, 3)];
    await Promise.all(
      rows
        .toReversed()
        .map((row) =>
          insertDeliveries({ ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS }, [
            plannableOf(row),
          ]),
        ),
    );
    const lines = await fixture.query<{ line_sequence: string; is_head: boolean }>(
      `SELECT line_sequence, next_attempt_at IS NOT NULL AS is_head FROM deliveries
       WHERE workspace_id = $1 AND line = $2 ORDER BY line_sequence`,
      [workspaceId, object],
    );
    expect(lines).toEqual([
      { line_sequence: "1", is_head: true },
      { line_sequence: "2", is_head: false },
      { line_sequence: "3", is_head: false },
    ]);
  }
});

test("deliveries that wait in a line are never leased as due", async () => {
  await createOrderedEndpoint();
  const object = newId("prod");
  const rows = [];
  for (let sequence = 1; sequence <= 5; sequence += 1) rows.push(await append(object, sequence));
  await insertDeliveries(
    { ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS },
    rows.map(plannableOf),
  );
  fixture.advance(24 * 3_600_000);
  await leaseDueDeliveries(fixture.ctx, []);
  const leased = await fixture.query<{ line_sequence: string }>(
    "SELECT line_sequence FROM deliveries WHERE workspace_id = $1 AND lease_until > $2",
    [workspaceId, fixture.ctx.clock.now()],
  );
  expect(leased).toEqual([{ line_sequence: "1" }]);
});

test("a recovery also delivers in order", async () => {
  const { id } = await createOrderedEndpoint();
  const objects = [newId("prod"), newId("prod")];
  const since = fixture.ctx.clock.now();
  for (let sequence = 1; sequence <= 6; sequence += 1) {
    for (const object of objects)
      await insertDeliveries({ ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS }, [
        plannableOf(await append(object, sequence)),
      ]);
  }
  await fixture.query(
    "UPDATE deliveries SET status = 'failed', completed_at = now(), next_attempt_at = NULL WHERE workspace_id = $1",
    [workspaceId],
  );
  await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO webhook_recoveries (workspace_id, id, endpoint_id, status, since, until, position, portion_from,
                                       portion_size, next_step_at, created_at)
       VALUES ($1, $2, $3, 'running', $4, $5, $6, $6, 10, $5, $5)`,
      [workspaceId, newId("rec"), id, since, fixture.ctx.clock.now(), firstIdAt("evt", since.getTime())],
    ),
  );
  sink.answerWith(() => ({ delayMs: Math.random() * 10 }));
  await fixture.startApp();
  await sink.waitForCount(12);
  for (const object of objects) expect(sequencesOf(object)).toEqual([1, 2, 3, 4, 5, 6]);
});
