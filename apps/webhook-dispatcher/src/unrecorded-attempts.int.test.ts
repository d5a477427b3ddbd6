import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const PREFETCH = 20;
const EVENTS = 400;
/** Polls that must agree before the test assumes that nothing more is sent. */
const POLLS = 40;

let fixture: DispatcherFixture;
let sink: WebhookSink;

beforeAll(async () => {
  [fixture, sink] = await Promise.all([openDispatcherFixture({ limits: { prefetch: PREFETCH } }), startWebhookSink()]);
  // No lease expires while outcomes cannot be recorded.
  fixture.holdClock();
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});

test.each([
  ["claimed when they are planned", 50],
  ["with orders", 1],
])("deliveries %s wait while outcomes cannot be recorded, and each is sent once", async (_title, inFlight) => {
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId, url: sink.url });
  const before = sink.received.length;
  const app = await fixture.startApp({
    limits: { ...fixture.ctx.limits, prefetch: PREFETCH, inFlightPerEndpointMax: inFlight },
  });
  const blocking = await fixture.ctx.db.system.connect();
  let sent = 0;
  try {
    await blocking.query("BEGIN; LOCK TABLE delivery_attempts IN SHARE ROW EXCLUSIVE MODE");
    for (let i = 0; i < EVENTS; i += 1) await fixture.emit(workspaceId);
    let polls = 0;
    await eventually(() => {
      const count = sink.received.length - before;
      polls = count === sent ? polls + 1 : 0;
      sent = count;
      return count > 0 && polls >= POLLS;
    });
  } finally {
    await blocking.query("ROLLBACK");
    blocking.release();
  }
  // Twice the capacity waits to be recorded; two batches of planning and once the capacity are in flight by then.
  expect(sent).toBeLessThanOrEqual(5 * PREFETCH);
  await sink.waitForCount(before + EVENTS);
  await app.drain();
  await app.stop();
  expect(new Set(sink.received.slice(before).map(({ headers }) => headers["webhook-id"])).size).toBe(EVENTS);
  expect(sink.received).toHaveLength(before + EVENTS);
});
