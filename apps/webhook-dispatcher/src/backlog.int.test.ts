import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type House, openHouse } from "./testing/run-dispatcher.js";

const PREFETCH = 20;
const EVENTS = 400;
/** Looks that must agree before nothing more is taken to come. */
const LOOKS = 40;

let house: House;
let sink: WebhookSink;

beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse({ limits: { prefetch: PREFETCH } }), startWebhookSink()]);
});
afterAll(async () => {
  await house.close();
  await sink.close();
});

test.each([
  ["taken as they are planned", 50],
  ["ordered by messages", 1],
])("deliveries %s wait while outcomes cannot be written down, and each is sent once", async (_title, inFlight) => {
  const workspaceId = await house.createWorkspace();
  await house.createEndpoint({ workspaceId, url: sink.url });
  const before = sink.received.length;
  const app = await house.startApp({
    limits: { ...house.ctx.limits, prefetch: PREFETCH, inFlightPerEndpointMax: inFlight },
  });
  const blocking = await house.ctx.db.system.connect();
  let sent = 0;
  try {
    await blocking.query("BEGIN; LOCK TABLE delivery_attempts IN SHARE ROW EXCLUSIVE MODE");
    for (let i = 0; i < EVENTS; i += 1) await house.emit(workspaceId);
    let looks = 0;
    await eventually(() => {
      const count = sink.received.length - before;
      looks = count === sent ? looks + 1 : 0;
      sent = count;
      return count > 0 && looks >= LOOKS;
    });
  } finally {
    await blocking.query("ROLLBACK");
    blocking.release();
  }
  // Twice the window waits to be written; two plans and one window are under way when that is seen.
  expect(sent).toBeLessThanOrEqual(5 * PREFETCH);
  await sink.waitForCount(before + EVENTS);
  await app.drain();
  await app.stop();
  expect(new Set(sink.received.slice(before).map(({ headers }) => headers["webhook-id"])).size).toBe(EVENTS);
  expect(sink.received).toHaveLength(before + EVENTS);
});
