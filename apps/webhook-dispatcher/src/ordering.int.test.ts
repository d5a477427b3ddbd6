import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem, inWorkspace } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { eventually } from "@skucast/testkit/eventually";
import { type ReceivedRequest, startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { renderAttemptOrders } from "./deliveries/attempt-message.js";
import { claimDueDeliveries } from "./deliveries/claim-due-deliveries.js";
import { insertDeliveries } from "./deliveries/insert-deliveries.js";
import { FULL_LANES, type House, openHouse, readNoEvents } from "./testing/run-dispatcher.js";

let house: House;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  house = await openHouse({ limits: { inFlightPerEndpointMax: 50 } });
});
beforeEach(async () => {
  [sink, workspaceId] = await Promise.all([startWebhookSink(), house.createWorkspace()]);
});
afterEach(async () => {
  await house.stopApps();
  await sink.close();
});
afterAll(() => house.close());

const ordered = (more: object = {}) =>
  house.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object", ...more });

/** A committed event of an object, which the bus is not told of. */
async function append(
  objectId: string,
  sequence: number,
  type: "product.created" | "product.updated" = "product.updated",
) {
  const id = await inSystem(house.ctx.db, (client) =>
    appendEvent(client, {
      ...{ workspaceId, type, sequence, now: house.ctx.clock.now() },
      data: { object: { id: objectId, n: sequence }, previous: {} },
    }),
  );
  const [row] = await house.query<EventRow>("SELECT * FROM events WHERE id = $1", [id]);
  if (!row) throw new Error("the event was not stored");
  return row;
}

const publish = (rows: readonly EventRow[]) =>
  house.ctx.bus.publish(rows.map((row) => ({ id: row.id, routingKey: row.type, body: renderEnvelope(row) })));
const headOf = ({ id, type, workspace_id, data }: EventRow) => ({ id, type, workspace_id, data: JSON.parse(data) });

interface Told {
  readonly object: string;
  readonly sequence: number;
}
const toldBy = ({ body }: ReceivedRequest): Told => {
  const { sequence, data } = JSON.parse(body.toString());
  return { object: data.object.id, sequence };
};
const sequencesOf = (objectId: string) =>
  sink.received
    .map(toldBy)
    .filter(({ object }) => object === objectId)
    .map(({ sequence }) => sequence);
const pendingCount = async () =>
  (await house.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'pending'", [workspaceId])).length;

test("what happened during a pause, and what its pause kept back, is due as soon as the endpoint is active again", async () => {
  const { id } = await ordered();
  const leases = () =>
    house.query<{ lease_until: Date | null }>(
      "SELECT lease_until FROM deliveries WHERE endpoint_id = $1 AND next_attempt_at IS NOT NULL",
      [id],
    );
  const setStatus = (status: string) =>
    house.query("UPDATE webhook_endpoints SET status = $2 WHERE id = $1", [id, status]);
  const orders = await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [
    headOf(await append("prod_1", 1)),
  ]);
  expect(await leases()).toEqual([{ lease_until: expect.any(Date) }]);
  await setStatus("paused");
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [
    headOf(await append("prod_2", 1)),
  ]);
  expect(await leases()).toContainEqual({ lease_until: null });
  await house.startApp();
  await house.ctx.bus.publish(renderAttemptOrders(orders.orders));
  await eventually(async () => (await leases()).every((row) => row.lease_until === null));
  expect(sink.received).toEqual([]);
  await setStatus("active");
  await sink.waitForCount(2);
});

test("however events of an object come over the bus, and however many dispatchers there are, each arrives after the one before", async () => {
  await ordered();
  const objects = Array.from({ length: 20 }, () => newId("prod"));
  const rows: EventRow[] = [];
  for (let sequence = 1; sequence <= 10; sequence += 1) {
    for (const object of objects) rows.push(await append(object, sequence));
  }
  sink.answerWith(() => ({ delayMs: Math.random() * 20 }));
  await Promise.all([house.startApp(), house.startApp(), house.startApp()]);
  const shuffled = rows.map((row) => ({ row, at: Math.random() })).toSorted((a, b) => a.at - b.at);
  await publish(shuffled.map(({ row }) => row));
  await sink.waitForCount(rows.length);
  for (const object of objects) expect(sequencesOf(object)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("what fails holds up its own object alone, until it gets through", async () => {
  await ordered();
  const [stuck, free] = [newId("prod"), newId("prod")];
  sink.answerWith((request) => (toldBy(request).object === stuck ? { status: 500 } : {}));
  await house.startApp();
  for (const sequence of [1, 2, 3]) await publish([await append(stuck, sequence), await append(free, sequence)]);
  await eventually(async () => sequencesOf(free).length === 3 && sequencesOf(stuck).length === 1);
  await eventually(async () => (await pendingCount()) === 3);
  sink.answerWith({});
  house.advance(10_000);
  await eventually(async () => (await pendingCount()) === 0);
  expect(sequencesOf(stuck)).toEqual([1, 1, 2, 3]);
});

test("an event that has failed for good lets the next one go", async () => {
  await ordered();
  const object = newId("prod");
  sink.answerWith((request) => (toldBy(request).sequence === 1 ? { status: 500 } : {}));
  const rows = [await append(object, 1), await append(object, 2)];
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, rows.map(headOf));
  // The schedule has one attempt left.
  await house.query("UPDATE deliveries SET attempt_count = 9, lease_until = NULL WHERE workspace_id = $1", [
    workspaceId,
  ]);
  await house.startApp();
  await sink.waitForCount(2);
  await eventually(async () => (await pendingCount()) === 0);
  const ended = await house.query<{ status: string }>(
    "SELECT status FROM deliveries WHERE workspace_id = $1 ORDER BY line_sequence",
    [workspaceId],
  );
  expect(ended.map(({ status }) => status)).toEqual(["failed", "delivered"]);
  expect(sequencesOf(object)).toEqual([1, 2]);
});

test("a dispatcher that ends between a delivery and the next one's turn holds nothing up for long", async () => {
  await ordered();
  const object = newId("prod");
  const rows = [await append(object, 1), await append(object, 2)];
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, rows.map(headOf));
  // As a process leaves it that died after it wrote the outcome down.
  await house.query(
    "UPDATE deliveries SET status = 'delivered', completed_at = now(), next_attempt_at = NULL, lease_until = NULL WHERE workspace_id = $1 AND line_sequence = 1",
    [workspaceId],
  );
  await house.startApp();
  await sink.waitForCount(1);
  expect(sequencesOf(object)).toEqual([2]);
});

test("an event that is planned first brings along those before it that the bus has not brought yet", async () => {
  await ordered({ eventTypes: ["product.updated"] });
  const object = newId("prod");
  await append(object, 1, "product.created");
  const [second, third, fourth] = [await append(object, 2), await append(object, 3), await append(object, 4)];
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [headOf(fourth)]);
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [
    headOf(second),
    headOf(third),
  ]);
  const rows = await house.query<{ line_sequence: string; next_attempt_at: Date | null }>(
    "SELECT line_sequence, next_attempt_at FROM deliveries WHERE workspace_id = $1 ORDER BY line_sequence",
    [workspaceId],
  );
  expect(rows.map(({ line_sequence }) => line_sequence)).toEqual(["2", "3", "4"]);
  expect(rows.map(({ next_attempt_at }) => next_attempt_at !== null)).toEqual([true, false, false]);
});

test("two planners of one object's events side by side leave one head and lose nothing", async () => {
  await ordered();
  for (let i = 0; i < 20; i += 1) {
    const object = newId("prod");
    const rows = [await append(object, 1), await append(object, 2), await append(object, 3)];
    await Promise.all(
      rows
        .toReversed()
        .map((row) => insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [headOf(row)])),
    );
    const lines = await house.query<{ line_sequence: string; is_head: boolean }>(
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

test("what waits in a line is never claimed as due, and costs the look for what is due nothing", async () => {
  await ordered();
  const object = newId("prod");
  const rows = [];
  for (let sequence = 1; sequence <= 5; sequence += 1) rows.push(await append(object, sequence));
  await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, rows.map(headOf));
  house.advance(24 * 3_600_000);
  await claimDueDeliveries(house.ctx, []);
  const leased = await house.query<{ line_sequence: string }>(
    "SELECT line_sequence FROM deliveries WHERE workspace_id = $1 AND lease_until > $2",
    [workspaceId, house.ctx.clock.now()],
  );
  expect(leased).toEqual([{ line_sequence: "1" }]);
});

test("what a recovery brings back comes in order too", async () => {
  const { id } = await ordered();
  const objects = [newId("prod"), newId("prod")];
  const since = house.ctx.clock.now();
  for (let sequence = 1; sequence <= 6; sequence += 1) {
    for (const object of objects)
      await insertDeliveries({ ctx: house.ctx, lanes: FULL_LANES, readEvents: readNoEvents }, [
        headOf(await append(object, sequence)),
      ]);
  }
  await house.query(
    "UPDATE deliveries SET status = 'failed', completed_at = now(), next_attempt_at = NULL WHERE workspace_id = $1",
    [workspaceId],
  );
  await inWorkspace(house.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO webhook_recoveries (workspace_id, id, endpoint_id, status, since, until, position, portion_from,
                                       portion_size, next_step_at, created_at)
       VALUES ($1, $2, $3, 'running', $4, $5, $6, $6, 10, $5, $5)`,
      [workspaceId, newId("rec"), id, since, house.ctx.clock.now(), firstIdAt("evt", since.getTime())],
    ),
  );
  sink.answerWith(() => ({ delayMs: Math.random() * 10 }));
  await house.startApp();
  await sink.waitForCount(12);
  for (const object of objects) expect(sequencesOf(object)).toEqual([1, 2, 3, 4, 5, 6]);
});
