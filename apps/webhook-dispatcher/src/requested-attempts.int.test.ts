import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { SCHEDULE_MS } from "./attempts/decide-next.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly lease_until: Date | null;
}

let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [fixture, sink] = await Promise.all([
    openDispatcherFixture({ limits: { inFlightPerEndpointMax: 50 } }),
    startWebhookSink(),
  ]);
  fixture.holdClock();
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});
beforeEach(async () => {
  workspaceId = await fixture.createWorkspace();
  sink.answerWith({});
});

const deliveries = () =>
  fixture.query<DeliveryRow>("SELECT * FROM deliveries WHERE workspace_id = $1 ORDER BY id", [workspaceId]);

const createEndpoint = () => fixture.createEndpoint({ workspaceId, url: `${sink.url}/${workspaceId}` });
const receivedCount = () => sink.received.filter(({ path }) => path === `/${workspaceId}`).length;

/** The workspace's only delivery, once it has been attempted this often. */
const attempted = (count: number) =>
  eventually(async () => {
    const [row] = await deliveries();
    return row?.attempt_count === count ? row : undefined;
  });

/** Requests an attempt, as the API does. */
const requestAttempt = (id: string, more = "") =>
  fixture.query(
    `UPDATE deliveries SET status = 'pending', next_attempt_at = $2, completed_at = NULL, is_asked = true ${more} WHERE id = $1`,
    [id, fixture.ctx.clock.now()],
  );

const deliveryOf = async (id: string) => (await deliveries()).find((row) => row.id === id);

/**
 * Emits twelve events to an endpoint that fails. Its breaker opens, and no attempt is in flight in the end. Resolves with
 * the id of a delivery that was attempted once.
 */
async function openBreaker(): Promise<string> {
  sink.answerWith({ status: 503 });
  await createEndpoint();
  for (let i = 0; i < 12; i += 1) await fixture.emit(workspaceId);
  return eventually(async () => {
    const rows = await deliveries();
    const attemptedOnce = rows.filter(({ attempt_count: count }) => count === 1);
    const isIdle = rows.every(({ lease_until: lease }) => lease === null);
    return rows.length === 12 && attemptedOnce.length >= 10 && isIdle && attemptedOnce[0]?.id;
  });
}

test("a requested attempt is sent while the breaker keeps back the endpoint's other deliveries", async () => {
  const id = await openBreaker();
  const before = receivedCount();
  // The retries are due, and the breaker is open for 30 s.
  fixture.advance(10_000);
  await requestAttempt(id);
  const requested = await eventually(async () => {
    const row = await deliveryOf(id);
    return row?.attempt_count === 2 && row;
  });
  expect(requested?.status).toBe("pending");
  expect(receivedCount()).toBe(before + 1);
});

test("a delivered delivery that is sent again stays delivered, even if the endpoint fails", async () => {
  await createEndpoint();
  await fixture.emit(workspaceId);
  const { id } = await attempted(1);
  sink.answerWith({ status: 500 });
  await requestAttempt(id);
  expect(await attempted(2)).toMatchObject({ status: "delivered", next_attempt_at: null });
  const outcomes = await fixture.query(
    "SELECT number, outcome FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number",
    [id],
  );
  expect(outcomes).toEqual([
    { number: 1, outcome: "delivered" },
    { number: 2, outcome: "rejected" },
  ]);
});

test("it also stays delivered when the endpoint answers 410, which disables the endpoint", async () => {
  const { id: endpointId } = await createEndpoint();
  await fixture.emit(workspaceId);
  const { id } = await attempted(1);
  await fixture.emit(workspaceId);
  const [, other] = await eventually(async () => {
    const rows = await deliveries();
    return rows.length === 2 && rows.every(({ status }) => status === "delivered") && rows;
  });
  sink.answerWith({ status: 410 });
  // The other delivery waits for its requested attempt when the endpoint is disabled.
  await requestAttempt(other?.id ?? "");
  await fixture.query("UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1", [other?.id]);
  await requestAttempt(id);
  await eventually(async () => {
    const [row] = await fixture.query<{ status: string }>("SELECT status FROM webhook_endpoints WHERE id = $1", [
      endpointId,
    ]);
    return row?.status === "disabled";
  });
  expect((await deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});

test("many requested attempts to an endpoint that hangs do not delay those of other workspaces", async () => {
  const hanging = await startWebhookSink();
  hanging.answerWith({ hang: true });
  const crowded = await fixture.createWorkspace();
  const { id: hangingId } = await fixture.createEndpoint({ workspaceId: crowded, url: hanging.url });
  await fixture.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
     SELECT $1, 'evt_asked_' || n, 'product.updated', 'prod_' || n, 1, '{"object":{},"previous":{}}', now() FROM generate_series(1, 300) n`,
    [crowded],
  );
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, is_asked, created_at)
     SELECT $1, 'dlv_asked_' || n, 'evt_asked_' || n, $2, 'pending', $3, true, now() FROM generate_series(1, 300) n`,
    [crowded, hangingId, new Date(fixture.ctx.clock.now().getTime() - 3_600_000)],
  );
  await hanging.waitForCount(1);
  // The breaker is open, so only the request can cause the attempt.
  const id = await openBreaker();
  await requestAttempt(id);
  await eventually(async () => (await deliveryOf(id))?.attempt_count === 2);
  await fixture.query("UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1", [hangingId]);
  await hanging.close();
});

test("a failed delivery that is requested gets a whole schedule again, and fails at its end", async () => {
  sink.answerWith({ status: 500 });
  await createEndpoint();
  await fixture.emit(workspaceId);
  const { id } = await attempted(1);
  await fixture.query(
    "UPDATE deliveries SET attempt_count = 10, status = 'failed', completed_at = now(), next_attempt_at = NULL WHERE id = $1",
    [id],
  );
  await requestAttempt(id, ", schedule_start = attempt_count");
  for (let number = 11; number < 20; number += 1) {
    const row = await attempted(number);
    expect(row.status).toBe("pending");
    const waitMs = (row.next_attempt_at?.getTime() ?? 0) - fixture.ctx.clock.now().getTime();
    expect(waitMs).toBeLessThanOrEqual((SCHEDULE_MS[number - 10] ?? 0) * 1.2);
    fixture.advance(waitMs + 1);
  }
  expect(await attempted(20)).toMatchObject({ status: "failed", next_attempt_at: null });
});
