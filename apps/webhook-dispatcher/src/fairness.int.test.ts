import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type House, openHouse } from "./testing/run-dispatcher.js";

const PREFETCH = 60;
const ENDPOINTS = 20;

let house: House;
let [hanging, sink]: WebhookSink[] = [];

beforeAll(async () => {
  const limits = { prefetch: PREFETCH, inFlightPerEndpointMax: 50, attemptTimeoutMs: 300_000 };
  [house, hanging, sink] = await Promise.all([openHouse({ limits }), startWebhookSink(), startWebhookSink()]);
  hanging.answerWith({ hang: true });
});
afterAll(async () => {
  await house.close();
  await Promise.all([hanging?.close(), sink?.close()]);
});

test("workspaces that make endpoints which hang, delete them and make others hold up nobody else's deliveries", async () => {
  const app = await house.startApp();
  const good = await house.createWorkspace();
  await house.createEndpoint({ workspaceId: good, url: sink?.url ?? "" });
  const bad = [await house.createWorkspace(), await house.createWorkspace()];
  let seen = 0;
  for (let round = 1; round <= 4; round += 1) {
    for (const workspaceId of bad) {
      await inWorkspace(house.ctx.db, wholeWorkspace(workspaceId), (client) =>
        client.query("DELETE FROM webhook_endpoints"),
      );
      for (let i = 0; i < ENDPOINTS; i += 1) await house.createEndpoint({ workspaceId, url: hanging?.url ?? "" });
      for (let i = 0; i < 5; i += 1) await house.emit(workspaceId);
    }
    // Nothing that hangs ends within the test: what arrives here has found a place beside it.
    await Promise.all(Array.from({ length: 10 }, () => house.emit(good)));
    await sink?.waitForCount(10 * round);
    seen = hanging?.received.length ?? 0;
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThanOrEqual(PREFETCH / 2 + bad.length);
  await eventually(
    async () =>
      (await house.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [good])).length ===
      40,
  );
  await hanging?.close(); // ends what hangs
  hanging = undefined;
  await app.drain();
});
