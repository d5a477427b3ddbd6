import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { leaseDueDeliveries } from "./deliveries/lease-due-deliveries.js";
import { countRowsRead } from "./testing/count-rows-read.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const DELIVERIES = 20_000;

let fixture: DispatcherFixture;
let sink: WebhookSink;

beforeAll(async () => {
  [fixture, sink] = await Promise.all([openDispatcherFixture(), startWebhookSink()]);
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});

test("deliveries are claimed and recorded by key, even with a backlog, a history and no statistics", async () => {
  const crowded = await fixture.createWorkspace();
  const quiet = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId: crowded, url: sink.url, eventTypes: ["product.deleted"] });
  await fixture.createEndpoint({ workspaceId: crowded, url: sink.url, eventTypes: ["product.updated"] });
  await fixture.createEndpoint({ workspaceId: quiet, url: sink.url });
  // Polls for due deliveries would be counted too, and those during the insert would read every uncommitted row.
  await fixture.startApp({ limits: { ...fixture.ctx.limits, pollIntervalMs: 60_000 } });
  // The statements are planned while the tables are empty, and possibly again later.
  for (let i = 0; i < 8; i += 1) await fixture.emit(quiet);
  await sink.waitForCount(8);
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n, 'evt_' || n, $2, 'pending', now() + interval '1 day', now() FROM generate_series(1, $3::int) n`,
    [crowded, id, DELIVERIES],
  );
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, (SELECT left(max(id), 24) FROM events) || n, 'product.updated', 'prod_' || n, 1, '{}', now() FROM generate_series(1, $2::int) n`,
    [crowded, DELIVERIES],
  );
  const before = await countRowsRead(fixture);
  for (let i = 0; i < 50; i += 1) await fixture.emit(crowded);
  await sink.waitForCount(58);
  const read = (await countRowsRead(fixture)) - before;
  // Reading the backlog for each of the fifty would be a million rows.
  expect(read).toBeLessThan(DELIVERIES * 5);
});

test("polling reads only due deliveries, even if the endpoint has thousands of ended ones and no statistics", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.deleted"] });
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at, completed_at)
     SELECT $1, 'dlv_ended_' || n, 'evt_ended_' || n, $2, CASE WHEN n = 1 THEN 'pending' ELSE 'delivered' END,
       CASE WHEN n = 1 THEN now() END, now(), CASE WHEN n > 1 THEN now() END
     FROM generate_series(1, $3::int) n`,
    [workspaceId, id, DELIVERIES],
  );
  const before = await countRowsRead(fixture);
  for (let i = 0; i < 5; i += 1) await leaseDueDeliveries(fixture.ctx, []);
  expect((await countRowsRead(fixture)) - before).toBeLessThan(DELIVERIES);
});

test("an endpoint's ordinary deliveries are leased even if many requested ones wait before them", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.deleted"] });
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, is_asked, created_at)
     SELECT $1, 'dlv_asked_' || n, 'evt_asked_' || n, $2, 'pending', now() - make_interval(mins => 10 - n / 100), n < 200, now()
     FROM generate_series(1, 200) n`,
    [workspaceId, id],
  );
  const leasedIds = async () => {
    const rows = await fixture.query<{ id: string }>(
      "SELECT id FROM deliveries WHERE endpoint_id = $1 AND lease_until IS NOT NULL",
      [id],
    );
    return rows.map((row) => row.id);
  };
  await leaseDueDeliveries(fixture.ctx, [{ endpointId: id, capacity: 500, canStartRequested: false }]);
  expect(await leasedIds()).toEqual(["dlv_asked_200"]);
});

test("a delivery in a line reads few rows, even if thousands wait in another line of the endpoint", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object" });
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at, line, line_sequence)
     SELECT $1, 'dlv_line_' || n, 'evt_line_' || n, $2, 'pending', CASE WHEN n = 1 THEN now() + interval '1 day' END, now(), 'prod_0', n
     FROM generate_series(1, $3::int) n`,
    [workspaceId, id, DELIVERIES],
  );
  const before = await countRowsRead(fixture);
  const count = sink.received.length;
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    for (let i = 0; i < 10; i += 1) {
      await fixture.emitOf(workspaceId, "product.updated", { id: `prod_line_${i}` }, sequence);
    }
  }
  await sink.waitForCount(count + 50);
  expect((await countRowsRead(fixture)) - before).toBeLessThan(DELIVERIES * 5);
});
