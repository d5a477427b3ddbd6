import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type House, openHouse } from "../testing/run-dispatcher.js";

const EVENTS = 40;
const SHUT_AFTER = 10;

let house: House;
let [broken, mended]: WebhookSink[] = [];

beforeAll(async () => {
  [house, broken, mended] = await Promise.all([openHouse(), startWebhookSink(), startWebhookSink()]);
  broken.answerWith({ status: 500 });
});
afterAll(async () => {
  await house.close();
  await Promise.all([broken?.close(), mended?.close()]);
});

test("an endpoint that was given another address is tried at once, though its breaker is open", async () => {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: broken?.url ?? "" });
  await house.startApp();
  for (let i = 0; i < EVENTS; i += 1) await house.emit(workspaceId);
  await broken?.waitForCount(SHUT_AFTER);
  const waiting = "SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease_until IS NULL";
  await eventually(async () => (await house.query(waiting, [id])).length === EVENTS);
  expect(broken?.received.length).toBeLessThan(EVENTS);
  await house.query("UPDATE webhook_endpoints SET url = $2, version = version + 1 WHERE id = $1", [id, mended?.url]);
  // The breaker alone would keep them back for half a minute.
  await mended?.waitForCount(EVENTS - (broken?.received.length ?? 0));
});
