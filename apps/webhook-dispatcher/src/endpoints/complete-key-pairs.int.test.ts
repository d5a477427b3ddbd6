import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createWebhookVerifier } from "@skucast/client/webhooks/create-webhook-verifier";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { type House, openHouse } from "../testing/run-dispatcher.js";
import { completeKeyPairs } from "./complete-key-pairs.js";

let house: House;
let sink: WebhookSink;
beforeAll(async () => {
  [house, sink] = await Promise.all([openHouse(), startWebhookSink()]);
});
afterAll(async () => {
  await house.close();
  await sink.close();
});

interface Row {
  public_key: string | null;
  version: string;
}

test("an endpoint of an earlier version is given one key pair, whoever comes first, and its deliveries carry both schemes", async () => {
  const workspaceId = await house.createWorkspace();
  const { id, secret } = await house.createEndpoint({ workspaceId, url: sink.url });
  await house.query("UPDATE webhook_endpoints SET private_key_sealed = NULL, public_key = NULL WHERE id = $1", [id]);
  const rowOf = async () => {
    const [row] = await house.query<Row>("SELECT public_key, version FROM webhook_endpoints WHERE id = $1", [id]);
    return row;
  };

  await Promise.all([completeKeyPairs(house.ctx), completeKeyPairs(house.ctx), completeKeyPairs(house.ctx)]);
  const row = await rowOf();
  expect(row?.public_key).toMatch(/^whpk_/);
  expect(row?.version).toBe("2");
  expect(await completeKeyPairs(house.ctx)).toBe("idle");
  expect(await rowOf()).toEqual(row);

  await house.startApp();
  const eventId = await house.emit(workspaceId);
  const { body, headers } = await sink.waitFor((received) => received.headers["webhook-id"] === eventId);
  for (const key of [secret, String(row?.public_key)]) {
    await expect(createWebhookVerifier({ keys: [key] }).verify(body, headers)).resolves.toMatchObject({ id: eventId });
  }
});

test("a dispatcher gives pairs by itself when it starts", async () => {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: sink.url });
  await house.query("UPDATE webhook_endpoints SET private_key_sealed = NULL WHERE id = $1", [id]);
  await house.startApp();
  await eventually(async () =>
    (await house.query("SELECT 1 FROM webhook_endpoints WHERE id = $1 AND private_key_sealed IS NOT NULL", [id])).at(0),
  );
});
