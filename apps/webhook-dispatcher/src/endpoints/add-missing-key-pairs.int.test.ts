import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createWebhookVerifier } from "@skucast/client/webhooks/create-webhook-verifier";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type DispatcherFixture, openDispatcherFixture } from "../testing/open-dispatcher-fixture.js";
import { addMissingKeyPairs } from "./add-missing-key-pairs.js";

let fixture: DispatcherFixture;
let sink: WebhookSink;
beforeAll(async () => {
  [fixture, sink] = await Promise.all([openDispatcherFixture(), startWebhookSink()]);
});
afterAll(async () => {
  await fixture.close();
  await sink.close();
});

interface Row {
  public_key: string | null;
  version: string;
}

test("an endpoint of an earlier version gets exactly one key pair, and its deliveries have signatures of both schemes", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id, secret } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.query("UPDATE webhook_endpoints SET private_key_sealed = NULL, public_key = NULL WHERE id = $1", [id]);
  const rowOf = async () => {
    const [row] = await fixture.query<Row>("SELECT public_key, version FROM webhook_endpoints WHERE id = $1", [id]);
    return row;
  };

  await Promise.all([
    addMissingKeyPairs(fixture.ctx),
    addMissingKeyPairs(fixture.ctx),
    addMissingKeyPairs(fixture.ctx),
  ]);
  const row = await rowOf();
  expect(row?.public_key).toMatch(/^whpk_/);
  expect(row?.version).toBe("2");
  expect(await addMissingKeyPairs(fixture.ctx)).toBe("idle");
  expect(await rowOf()).toEqual(row);

  await fixture.startApp();
  const eventId = await fixture.emit(workspaceId);
  const { body, headers } = await sink.waitFor((received) => received.headers["webhook-id"] === eventId);
  for (const key of [secret, String(row?.public_key)]) {
    await expect(createWebhookVerifier({ keys: [key] }).verify(body, headers)).resolves.toMatchObject({ id: eventId });
  }
});

test("a dispatcher creates missing key pairs when it starts", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: sink.url });
  await fixture.query("UPDATE webhook_endpoints SET private_key_sealed = NULL WHERE id = $1", [id]);
  await fixture.startApp();
  await eventually(async () =>
    (await fixture.query("SELECT 1 FROM webhook_endpoints WHERE id = $1 AND private_key_sealed IS NOT NULL", [id])).at(
      0,
    ),
  );
});
