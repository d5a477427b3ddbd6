import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { SCHEDULE_MS } from "./attempts/decide-next.js";
import { type House, openHouse } from "./testing/run-dispatcher.js";

interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
}

let house: House;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse({ limits: { inFlightPerEndpointMax: 50 } }), startWebhookSink()]);
  await house.startApp();
});
afterAll(async () => {
  await house.close();
  await sink.close();
});
beforeEach(async () => {
  workspaceId = await house.createWorkspace();
  sink.answerWith({});
});

const deliveries = () =>
  house.query<DeliveryRow>("SELECT * FROM deliveries WHERE workspace_id = $1 ORDER BY id", [workspaceId]);

const createEndpoint = () => house.createEndpoint({ workspaceId, url: `${sink.url}/${workspaceId}` });
const receivedCount = () => sink.received.filter(({ path }) => path === `/${workspaceId}`).length;

/** The workspace's one delivery, once it has been attempted so often. */
const attempted = (count: number) =>
  eventually(async () => {
    const [row] = await deliveries();
    return row?.attempt_count === count ? row : undefined;
  });

/** As the API does when somebody asks for a delivery. */
const ask = (id: string, more = "") =>
  house.query(
    `UPDATE deliveries SET status = 'pending', next_attempt_at = $2, completed_at = NULL, is_asked = true ${more} WHERE id = $1`,
    [id, house.ctx.clock.now()],
  );

test("what somebody asks for goes out while the endpoint's other deliveries are kept back", async () => {
  sink.answerWith({ status: 503 });
  await createEndpoint();
  for (let i = 0; i < 12; i += 1) await house.emit(workspaceId);
  await eventually(async () => (await deliveries()).filter(({ attempt_count: count }) => count === 1).length >= 10);
  const before = receivedCount();
  // Due again, and the breaker is open for 30 s.
  house.advance(10_000);
  const [first] = await deliveries();
  await ask(first?.id ?? "");
  await eventually(() => receivedCount() > before);
  const [asked] = await eventually(async () => {
    const rows = await deliveries();
    return rows[0]?.attempt_count === 2 && rows;
  });
  expect(asked?.status).toBe("pending");
  expect(receivedCount()).toBe(before + 1);
});

test("what was delivered and is sent once more stays delivered, whatever the endpoint says to it", async () => {
  await createEndpoint();
  await house.emit(workspaceId);
  const { id } = await attempted(1);
  sink.answerWith({ status: 500 });
  await ask(id);
  expect(await attempted(2)).toMatchObject({ status: "delivered", next_attempt_at: null });
  const outcomes = await house.query(
    "SELECT number, outcome FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number",
    [id],
  );
  expect(outcomes).toEqual([
    { number: 1, outcome: "delivered" },
    { number: 2, outcome: "rejected" },
  ]);
});

test("and also when the endpoint says that it is gone, which disables it", async () => {
  const { id: endpointId } = await createEndpoint();
  await house.emit(workspaceId);
  const { id } = await attempted(1);
  await house.emit(workspaceId);
  const [, other] = await eventually(async () => {
    const rows = await deliveries();
    return rows.length === 2 && rows.every(({ status }) => status === "delivered") && rows;
  });
  sink.answerWith({ status: 410 });
  // The other one waits to be sent once more when the endpoint is disabled.
  await ask(other?.id ?? "");
  await house.query("UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1", [other?.id]);
  await ask(id);
  await eventually(async () => {
    const [row] = await house.query<{ status: string }>("SELECT status FROM webhook_endpoints WHERE id = $1", [
      endpointId,
    ]);
    return row?.status === "disabled";
  });
  expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});

test("however often somebody asks of an endpoint that hangs, what others ask for goes out", async () => {
  const hanging = await startWebhookSink();
  hanging.answerWith({ hang: true });
  const crowded = await house.createWorkspace();
  const { id: hangingId } = await house.createEndpoint({ workspaceId: crowded, url: hanging.url });
  await house.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, 'evt_asked_' || n, 'product.updated', 'prod_' || n, 1, '{"object":{},"previous":{}}', now() FROM generate_series(1, 300) n`,
    [crowded],
  );
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, is_asked, created_at)
     SELECT $1, 'dlv_asked_' || n, 'evt_asked_' || n, $2, 'pending', $3, true, now() FROM generate_series(1, 300) n`,
    [crowded, hangingId, new Date(house.ctx.clock.now().getTime() - 3_600_000)],
  );
  await hanging.waitForCount(1);
  // Kept back by its breaker, so that nothing but its having been asked for brings it.
  sink.answerWith({ status: 503 });
  await createEndpoint();
  for (let i = 0; i < 12; i += 1) await house.emit(workspaceId);
  await eventually(async () => (await deliveries()).filter(({ attempt_count: count }) => count === 1).length >= 10);
  const [first] = await deliveries();
  await ask(first?.id ?? "");
  await eventually(async () => (await deliveries())[0]?.attempt_count === 2);
  await house.query("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [hangingId]);
  await hanging.close();
});

test("what had failed for good has a whole schedule again, and fails for good at its end", async () => {
  sink.answerWith({ status: 500 });
  await createEndpoint();
  await house.emit(workspaceId);
  const { id } = await attempted(1);
  await house.query(
    "UPDATE deliveries SET attempt_count = 10, status = 'failed', completed_at = now(), next_attempt_at = NULL WHERE id = $1",
    [id],
  );
  await ask(id, ", schedule_start = attempt_count");
  for (let number = 11; number < 20; number += 1) {
    const row = await attempted(number);
    expect(row.status).toBe("pending");
    const waitMs = (row.next_attempt_at?.getTime() ?? 0) - house.ctx.clock.now().getTime();
    expect(waitMs).toBeLessThanOrEqual((SCHEDULE_MS[number - 10] ?? 0) * 1.2);
    house.advance(waitMs + 1);
  }
  expect(await attempted(20)).toMatchObject({ status: "failed", next_attempt_at: null });
});
