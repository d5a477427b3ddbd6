import { expect, test } from "@jest/globals";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { openAgents } from "./open-agents.js";
import { sendRequest } from "./send-request.js";
import { createSigner } from "./signer.js";
import { privateKey } from "./signing-key.js";

const TIMEOUT_MS = 5_000;
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const shop = { certificate: "of a shop", privateKey: "its own" };

test("who shows a certificate has a client of its own, and the same one the next time", async () => {
  const agents = openAgents(guard, TIMEOUT_MS);
  expect(agents.of(shop)).toBe(agents.of(shop));
  expect(agents.of({ ...shop })).not.toBe(agents.of(shop));
  expect(agents.of(undefined)).not.toBe(agents.of(shop));
  await agents.destroy();
});

test.each([
  ["the common one", undefined],
  ["one of its own", shop],
])("a request that is still being signed when the clients end is not sent: %s", async (_, identity) => {
  const agents = openAgents(guard, TIMEOUT_MS);
  const sending = sendRequest(
    { agents, signer: createSigner(), timeoutMs: TIMEOUT_MS },
    {
      ...{ url: new URL("http://127.0.0.1:1/"), id: "evt_1", timestamp: 1, body: Buffer.from("{}") },
      keys: [{ scheme: "v1a", key: privateKey(newWebhookKeyPair().privateKey), untilMs: null }],
      isInTime: () => true,
      extras: { headers: {}, plain: undefined, identity },
    },
  );
  await agents.destroy();
  expect(await sending).toBeUndefined();
});
