import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type ReceivedRequest, startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { Webhook } from "standardwebhooks";
import { SCHEDULE_MS } from "./attempts/decide-next.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly claim: string;
}

let fixture: DispatcherFixture;
let sink: WebhookSink;
const otherSinks: WebhookSink[] = [];
let workspaceId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture({ limits: { attemptTimeoutMs: 5_000 } });
  await fixture.startApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.holdClock();
  [sink, workspaceId] = await Promise.all([startWebhookSink(), fixture.createWorkspace()]);
});
afterEach(async () => {
  await Promise.all([sink, ...otherSinks.splice(0)].map((open) => open.close()));
});

async function startOtherSink(): Promise<WebhookSink> {
  const other = await startWebhookSink();
  otherSinks.push(other);
  return other;
}

async function deliveries(): Promise<DeliveryRow[]> {
  return fixture.query<DeliveryRow>("SELECT * FROM deliveries WHERE workspace_id = $1 ORDER BY id", [workspaceId]);
}

/** The workspace's only delivery, once it has been attempted this often. */
function attempted(count: number): Promise<DeliveryRow> {
  return eventually(async () => {
    const [row] = await deliveries();
    return row?.attempt_count === count ? row : undefined;
  });
}

const attempts = () =>
  fixture.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1 ORDER BY number", [workspaceId]);

async function untilDue({ next_attempt_at }: DeliveryRow): Promise<void> {
  if (next_attempt_at) fixture.advance(next_attempt_at.getTime() - fixture.ctx.clock.now().getTime() + 1);
}

const attemptOf = ({ headers, body, path }: ReceivedRequest) => ({
  id: String(headers["webhook-id"]),
  timestamp: Number(headers["webhook-timestamp"]),
  signature: String(headers["webhook-signature"]),
  body: body.toString("utf8"),
  path,
});

test("a delivery is attempted ten times on schedule, with the same id and bytes and new signatures, and then fails", async () => {
  sink.answerWith({ status: 503, body: "not now\0" });
  const { secret } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  const eventId = await fixture.emit(workspaceId);

  for (let number = 1; number < 10; number += 1) {
    const row = await attempted(number);
    expect(row.status).toBe("pending");
    const last = sink.received.at(-1)?.headers["webhook-timestamp"];
    const waitMs = (row.next_attempt_at?.getTime() ?? 0) - Number(last) * 1_000;
    expect(waitMs).toBeGreaterThanOrEqual((SCHEDULE_MS[number] ?? 0) * 0.8);
    expect(waitMs).toBeLessThanOrEqual((SCHEDULE_MS[number] ?? 0) * 1.2 + 3_000);
    await untilDue(row);
  }
  expect(await attempted(10)).toMatchObject({ status: "failed", next_attempt_at: null });

  expect(sink.received).toHaveLength(10);
  const sent = sink.received.map(attemptOf);
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([eventId]));
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(new Set(sent.map(({ timestamp }) => timestamp)).size).toBe(10);
  const verifier = new Webhook(secret);
  for (const { id, timestamp, body, signature } of sent) {
    expect(signature.split(" ")).toContain(verifier.sign(id, new Date(timestamp * 1_000), body));
  }
  expect(await attempts()).toMatchObject(
    Array.from({ length: 10 }, (_, index) => ({
      number: index + 1,
      outcome: "rejected",
      status_code: 503,
      response_body: "not now\uFFFD",
    })),
  );
});

test("a delivery that succeeds at a retry is not sent again", async () => {
  sink.answerOnce({ status: 500 });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await untilDue(await attempted(1));
  expect(await attempted(2)).toMatchObject({ status: "delivered", next_attempt_at: null });
  expect(sink.received).toHaveLength(2);
});

test("Retry-After extends the wait within bounds", async () => {
  sink.answerWith({ status: 429, headers: { "retry-after": "86400" } });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  const row = await attempted(1);
  const waitMs = (row.next_attempt_at?.getTime() ?? 0) - fixture.ctx.clock.now().getTime();
  expect(waitMs).toBeGreaterThan(7_000);
  expect(waitMs).toBeLessThanOrEqual(10_000);
});

test("410 disables the endpoint, cancels its deliveries, and emits an event without the path and query of its URL", async () => {
  const witness = await startOtherSink();
  sink.answerWith({ status: 500 });
  const url = `${sink.url}/path-t0ken?query=t0ken`;
  const { id: endpointId } = await fixture.createEndpoint({ workspaceId, url });
  await fixture.emit(workspaceId);
  await attempted(1);
  await fixture.createEndpoint({ workspaceId, url: witness.url, eventTypes: ["webhook_endpoint.disabled"] });
  sink.answerWith({ status: 410 });
  await fixture.emit(workspaceId);

  const endpoint = await eventually(async () => {
    const [row] = await fixture.query("SELECT * FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'", [
      endpointId,
    ]);
    return row;
  });
  expect(endpoint).toMatchObject({ disabled_reason: "answered 410 Gone", version: "2" });
  // Created within one millisecond, so their ids have no order.
  expect((await deliveries()).map(({ status }) => status).sort()).toEqual(["cancelled", "failed"]);
  const [event] = await fixture.query<{ data: string }>(
    "SELECT e.* FROM events e JOIN outbox o ON o.event_id = e.id WHERE e.workspace_id = $1 AND e.object_id = $2",
    [workspaceId, endpointId],
  );
  expect(event).toMatchObject({ type: "webhook_endpoint.disabled", sequence: "2" });
  expect(JSON.parse(event?.data ?? "").object).toEqual({
    id: endpointId,
    url: sink.url,
    disabled_reason: "answered 410 Gone",
  });
});

test("a redirect is a failure and is not followed", async () => {
  const inner = await startOtherSink();
  sink.answerWith({ status: 307, headers: { location: `${inner.url}/inner` } });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  expect(await attempts()).toMatchObject([{ outcome: "rejected", status_code: 307 }]);
  expect(inner.received).toHaveLength(0);
});

test("only the first 16 kB of a response are kept", async () => {
  sink.answerWith({ status: 400, body: "x".repeat(300_000) });
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  const [attempt] = await fixture.query<{ length: number }>(
    "SELECT length(response_body) FROM delivery_attempts WHERE workspace_id = $1",
    [workspaceId],
  );
  expect(attempt?.length).toBe(16_384);
});

test("an unreachable receiver is reported without internal details", async () => {
  const closed = await startWebhookSink();
  await closed.close();
  await fixture.createEndpoint({ workspaceId, url: closed.url });
  await fixture.emit(workspaceId);
  await attempted(1);
  expect(await attempts()).toMatchObject([
    { outcome: "unreachable", status_code: null, error: "The host refused the connection.", response_body: null },
  ]);
});

test("an endpoint that hangs times out and does not delay others", async () => {
  const hanging = await startOtherSink();
  hanging.answerWith({ hang: true });
  const { id } = await fixture.createEndpoint({ workspaceId, url: hanging.url, eventTypes: ["product.created"] });
  await fixture.createEndpoint({ workspaceId, url: sink.url, eventTypes: ["product.updated"] });
  await Promise.all(Array.from({ length: 50 }, () => fixture.emit(workspaceId, "product.created")));
  await hanging.waitForCount(5);
  await Promise.all(Array.from({ length: 50 }, () => fixture.emit(workspaceId, "product.updated")));
  await sink.waitForCount(50);
  // If the others had waited behind these, all would have been attempted by now.
  expect(hanging.received.length).toBeLessThan(50);

  const timedOut = await eventually(async () => {
    const [row] = await fixture.query(
      "SELECT a.* FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
      [id],
    );
    return row;
  });
  expect(timedOut).toMatchObject({ outcome: "timeout", status_code: null, error: "No answer within 5 s." });
});

test("a paused endpoint's events wait and are delivered when it is active again", async () => {
  fixture.releaseClock();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url, status: "paused" });
  await fixture.emit(workspaceId);
  await eventually(async () => (await deliveries()).length === 1);
  fixture.advance(3_600_000);
  const other = await startOtherSink();
  await fixture.createEndpoint({ workspaceId, url: other.url });
  await fixture.emit(workspaceId);
  await other.waitForCount(1);
  expect(sink.received).toHaveLength(0);
  await fixture.query("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [id]);
  await sink.waitForCount(2);
});
