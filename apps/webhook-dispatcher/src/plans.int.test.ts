import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { claimDueDeliveries } from "./deliveries/claim-due-deliveries.js";
import { rowsRead } from "./testing/rows-read.js";
import { type House, openHouse } from "./testing/run-dispatcher.js";

const DELIVERIES = 20_000;

let house: House;
let sink: WebhookSink;

beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse(), startWebhookSink()]);
});
afterAll(async () => {
  await house.close();
  await sink.close();
});

test("a delivery is taken and written down by its key, though its endpoint has a backlog, its workspace a history, and nothing is analysed", async () => {
  const [crowded, quiet] = [await house.createWorkspace(), await house.createWorkspace()];
  const { id } = await house.createEndpoint({ workspaceId: crowded, url: sink.url, eventTypes: ["product.deleted"] });
  await house.createEndpoint({ workspaceId: crowded, url: sink.url, eventTypes: ["product.updated"] });
  await house.createEndpoint({ workspaceId: quiet, url: sink.url });
  // Its looks at what is due would be counted too, and those during the insert would read every row that is not there yet.
  await house.startApp({ limits: { ...house.ctx.limits, pollIntervalMs: 60_000 } });
  // The statements are planned while the tables are empty, and again later for whatever the planner believes then.
  for (let i = 0; i < 8; i += 1) await house.emit(quiet);
  await sink.waitForCount(8);
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n, 'evt_' || n, $2, 'pending', now() + interval '1 day', now() FROM generate_series(1, $3::int) n`,
    [crowded, id, DELIVERIES],
  );
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, (SELECT left(max(id), 24) FROM events) || n, 'product.updated', 'prod_' || n, 1, '{}', now() FROM generate_series(1, $2::int) n`,
    [crowded, DELIVERIES],
  );
  const before = await rowsRead(house);
  for (let i = 0; i < 50; i += 1) await house.emit(crowded);
  await sink.waitForCount(58);
  const read = (await rowsRead(house)) - before;
  // Reading the backlog once for each of the fifty would be a million.
  expect(read).toBeLessThan(DELIVERIES * 5);
});

test("a look at what is due reads what is due, though its endpoint has thousands that ended, and nothing is analysed", async () => {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.deleted"] });
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at, completed_at)
     SELECT $1, 'dlv_ended_' || n, 'evt_ended_' || n, $2, CASE WHEN n = 1 THEN 'pending' ELSE 'delivered' END,
       CASE WHEN n = 1 THEN now() END, now(), CASE WHEN n > 1 THEN now() END
     FROM generate_series(1, $3::int) n`,
    [workspaceId, id, DELIVERIES],
  );
  const before = await rowsRead(house);
  for (let i = 0; i < 5; i += 1) await claimDueDeliveries(house.ctx, []);
  expect((await rowsRead(house)) - before).toBeLessThan(DELIVERIES);
});

test("what an endpoint has to deliver is fetched, however many tests were asked for before it", async () => {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.deleted"] });
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, is_asked, created_at)
     SELECT $1, 'dlv_asked_' || n, 'evt_asked_' || n, $2, 'pending', now() - make_interval(mins => 10 - n / 100), n < 200, now()
     FROM generate_series(1, 200) n`,
    [workspaceId, id],
  );
  const orderedNow = async () => {
    const rows = await house.query<{ id: string }>(
      "SELECT id FROM deliveries WHERE endpoint_id = $1 AND lease_until IS NOT NULL",
      [id],
    );
    return rows.map((row) => row.id);
  };
  await claimDueDeliveries(house.ctx, [{ endpointId: id, room: 500, mayAsk: false }]);
  expect(await orderedNow()).toEqual(["dlv_asked_200"]);
});

test("a delivery in a line costs as little, though thousands wait in another line of the endpoint", async () => {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: sink.url, ordering: "per_object" });
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at, line, line_sequence)
     SELECT $1, 'dlv_line_' || n, 'evt_line_' || n, $2, 'pending', CASE WHEN n = 1 THEN now() + interval '1 day' END, now(), 'prod_0', n
     FROM generate_series(1, $3::int) n`,
    [workspaceId, id, DELIVERIES],
  );
  const before = await rowsRead(house);
  const count = sink.received.length;
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    for (let i = 0; i < 10; i += 1) {
      await house.emitOf(workspaceId, "product.updated", { id: `prod_line_${i}` }, sequence);
    }
  }
  await sink.waitForCount(count + 50);
  expect((await rowsRead(house)) - before).toBeLessThan(DELIVERIES * 5);
});
