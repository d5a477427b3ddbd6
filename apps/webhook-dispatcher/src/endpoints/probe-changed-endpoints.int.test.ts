import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "../testing/open-dispatcher-fixture.js";

const EVENTS = 40;
const OPEN_AFTER = 10;

let fixture: DispatcherFixture;
let broken: WebhookSink;
let repaired: WebhookSink;

beforeAll(async () => {
  [fixture, broken, repaired] = await Promise.all([openDispatcherFixture(), startWebhookSink(), startWebhookSink()]);
  broken.answerWith({ status: 500 });
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([broken.close(), repaired.close()]);
});

test("an endpoint with a new URL is probed at once, even if its breaker is open", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: broken.url });
  await fixture.startApp();
  for (let i = 0; i < EVENTS; i += 1) await fixture.emit(workspaceId);
  await broken.waitForCount(OPEN_AFTER);
  const waiting = "SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease_until IS NULL";
  await eventually(async () => (await fixture.query(waiting, [id])).length === EVENTS);
  expect(broken.received.length).toBeLessThan(EVENTS);
  await fixture.query("UPDATE webhook_endpoints SET url = $2, version = version + 1 WHERE id = $1", [id, repaired.url]);
  // With the breaker alone they would wait for half a minute.
  await repaired.waitForCount(EVENTS - broken.received.length);
});
