import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { insertAccessToken, insertPerson } from "@skucast/db/testing/insert-people";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await openDispatcherFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

test("the endpoint of an app is disabled when the app is disconnected, and others are not", async () => {
  const sink = await startWebhookSink();
  const person = await insertPerson(fixture.ctx.db);
  const { workspaceId } = person;
  const ended = await insertAccessToken(fixture.ctx.db, person);
  const connected = await appOf(person);
  const endpoints = await Promise.all(
    [ended.grantId, connected, null].map(async (holder) => {
      const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
      await fixture.query("UPDATE webhook_endpoints SET bound_to = $2 WHERE id = $1", [id, holder]);
      return id;
    }),
  );
  sink.answerWith({ status: 500 });
  await fixture.emit(workspaceId);
  await sink.waitForCount(3);
  await fixture.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [ended.grantId]);

  const statusesOf = async () => {
    const text = "SELECT id, status FROM webhook_endpoints WHERE workspace_id = $1";
    const rows = await fixture.query<{ id: string; status: string }>(text, [workspaceId]);
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  };
  const [endedId = "", connectedId = "", lastingId = ""] = endpoints;
  await eventually(async () => (await statusesOf())[endedId] === "disabled");
  expect(await statusesOf()).toEqual({ [endedId]: "disabled", [connectedId]: "active", [lastingId]: "active" });
  const pending = "SELECT DISTINCT endpoint_id AS id FROM deliveries WHERE workspace_id = $1 AND status = 'pending'";
  const waiting = (await fixture.query<{ id: string }>(pending, [workspaceId])).map(({ id }) => id);
  expect(new Set(waiting)).toEqual(new Set([connectedId, lastingId]));

  const reason = "the app or API key that set it up was disconnected";
  const reported = await fixture.query(
    "SELECT type, data::json->'object'->>'disabled_reason' AS reason FROM events WHERE workspace_id = $1 AND object_id = $2",
    [workspaceId, endedId],
  );
  expect(reported).toEqual([{ type: "webhook_endpoint.disabled", reason }]);
  const audited = await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), async (client) => {
    const text = "SELECT action, details FROM audit_entries WHERE workspace_id = $1";
    return (await client.query(text, [workspaceId])).rows;
  });
  expect(audited).toEqual([{ action: "webhook_endpoint.disabled", details: { host: new URL(sink.url).host, reason } }]);
  await sink.close();
});

/** Another app of the person, with a client of its own. */
async function appOf(person: Parameters<typeof insertAccessToken>[1]): Promise<string> {
  const { grantId } = await insertAccessToken(fixture.ctx.db, person);
  await fixture.query("UPDATE oauth_grants SET client_id = 'other' WHERE id = $1", [grantId]);
  return grantId;
}
