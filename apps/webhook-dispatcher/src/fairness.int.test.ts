import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const PREFETCH = 60;
const ENDPOINTS = 20;

let fixture: DispatcherFixture;
let hanging: WebhookSink | undefined;
let sink: WebhookSink | undefined;

beforeAll(async () => {
  const limits = { prefetch: PREFETCH, inFlightPerEndpointMax: 50, attemptTimeoutMs: 300_000 };
  [fixture, hanging, sink] = await Promise.all([
    openDispatcherFixture({ limits }),
    startWebhookSink(),
    startWebhookSink(),
  ]);
  hanging.answerWith({ hang: true });
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([hanging?.close(), sink?.close()]);
});

test("workspaces that keep replacing endpoints that hang do not delay the deliveries of others", async () => {
  const app = await fixture.startApp();
  const good = await fixture.createWorkspace();
  await fixture.createEndpoint({ workspaceId: good, url: sink?.url ?? "" });
  const bad = [await fixture.createWorkspace(), await fixture.createWorkspace()];
  let seen = 0;
  for (let round = 1; round <= 4; round += 1) {
    for (const workspaceId of bad) {
      await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
        client.query("DELETE FROM webhook_endpoints"),
      );
      for (let i = 0; i < ENDPOINTS; i += 1) await fixture.createEndpoint({ workspaceId, url: hanging?.url ?? "" });
      for (let i = 0; i < 5; i += 1) await fixture.emit(workspaceId);
    }
    // Attempts that hang do not end within the test, so these deliveries found slots in addition to them.
    await Promise.all(Array.from({ length: 10 }, () => fixture.emit(good)));
    await sink?.waitForCount(10 * round);
    seen = hanging?.received.length ?? 0;
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThanOrEqual(PREFETCH / 2 + bad.length);
  await eventually(
    async () =>
      (await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [good]))
        .length === 40,
  );
  await hanging?.close(); // ends the hanging attempts
  hanging = undefined;
  await app.drain();
});
