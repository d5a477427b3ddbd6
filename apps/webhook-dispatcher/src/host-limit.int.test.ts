import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";
import { type HeldSink, startHeldSink } from "./testing/start-held-sink.js";

const ENDPOINTS = 20;
const START = 10;

let fixture: DispatcherFixture;
let target: HeldSink;
let other: WebhookSink;

beforeAll(async () => {
  const limits = { inFlightPerEndpointMax: 50, prefetch: 2_000 };
  [fixture, target, other] = await Promise.all([
    openDispatcherFixture({ limits }),
    startHeldSink(),
    startWebhookSink(),
  ]);
});
afterAll(async () => {
  await target.close();
  await fixture.close();
  await other.close();
});

const verifiedOf = async (workspaceId: string) =>
  (
    await fixture.query<{ verified_host: string | null }>(
      "SELECT verified_host FROM webhook_endpoints WHERE workspace_id = $1",
      [workspaceId],
    )
  )[0]?.verified_host;

/** Requests a test of the workspace's endpoint, as the API does. */
async function requestTest(workspaceId: string, endpointId: string, challenge: string): Promise<string> {
  const id = newId("dlv");
  const eventId = await fixture.emitOf(workspaceId, "webhook.test", { id, endpoint_id: endpointId, challenge });
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, is_asked, created_at)
     VALUES ($1, $2, $3, $4, 'pending', now(), true, now())`,
    [workspaceId, id, eventId, endpointId],
  );
  await eventually(
    async () =>
      (await fixture.query("SELECT FROM deliveries WHERE id = $1 AND status = 'delivered'", [id])).length === 1,
  );
  return id;
}

test("a host with many endpoints gets no more requests at once than one endpoint would, and other hosts wait for none", async () => {
  await fixture.startApp();
  const workspaceId = await fixture.createWorkspace();
  for (let i = 0; i < ENDPOINTS; i += 1) await fixture.createEndpoint({ workspaceId, url: `${target.url}/${i}` });
  await fixture.createEndpoint({ workspaceId, url: other.url });
  await Promise.all(Array.from({ length: 20 }, () => fixture.emit(workspaceId)));
  await other.waitForCount(20);
  expect(target.receivedCount()).toBeGreaterThan(0);
  expect(target.receivedCount()).toBeLessThanOrEqual(START);
  // Every request that is rejected makes room for one more, and the host gets no more slots.
  let answered = 0;
  while (answered < 100) {
    await target.waitForCount(answered + 1);
    expect(target.receivedCount() - answered).toBeLessThanOrEqual(START);
    target.answer(answered, 404);
    answered += 1;
  }
});

test.each([
  ["the challenge itself", (challenge: string) => challenge, true],
  ["JSON with the challenge", (challenge: string) => JSON.stringify({ challenge }), true],
  ["another text", () => "ok", false],
  ["the request again", (challenge: string) => JSON.stringify({ data: { object: { challenge } } }), false],
])("a test that is answered with %s verifies the host: %#", async (_, answerTo, isVerified) => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: other.url, eventTypes: ["channel.created"] });
  const challenge = newId("req");
  other.answerWith({ status: 200, body: answerTo(challenge) });
  await requestTest(workspaceId, id, challenge);
  other.answerWith({ status: 200 });
  if (isVerified) await eventually(async () => (await verifiedOf(workspaceId)) === new URL(other.url).host);
  else expect(await verifiedOf(workspaceId)).toBeNull();
});
