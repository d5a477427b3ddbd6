import { expect, test } from "@jest/globals";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { openAgents } from "./open-agents.js";
import { sendRequest } from "./send-request.js";
import { createSigner } from "./signer.js";
import { privateKey } from "./signing-key.js";

const TIMEOUT_MS = 60_000;
const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const shop = { certificate: "of a shop", privateKey: "its own" };

test("each client certificate has a client of its own, which is reused", async () => {
  const agents = openAgents(guard, TIMEOUT_MS);
  expect(agents.of(shop)).toBe(agents.of(shop));
  expect(agents.of({ ...shop })).not.toBe(agents.of(shop));
  expect(agents.of(undefined)).not.toBe(agents.of(shop));
  await agents.destroy();
});

const request = (url: string, identity: { certificate: string; privateKey: string } | undefined) => ({
  url: new URL(url),
  id: "evt_1",
  timestamp: 1,
  body: Buffer.from("{}"),
  keys: [{ scheme: "v1a" as const, key: privateKey(newWebhookKeyPair().privateKey), untilMs: null }],
  isInTime: () => true,
  extras: { headers: {}, plain: undefined, identity },
});

test("a certificate that TLS cannot use fails only its own requests", async () => {
  const { cert, key } = createCertificate(["shop"], { namedCurve: "secp128r1" });
  const agents = openAgents(guard, TIMEOUT_MS);
  const send = { agents, signer: createSigner(), timeoutMs: TIMEOUT_MS };
  expect(
    await sendRequest(send, request("https://127.0.0.1:1/", { certificate: cert, privateKey: key })),
  ).toMatchObject({
    outcome: "unreachable",
    error: "The endpoint's client certificate has a key that is too short for TLS.",
  });
  await agents.destroy();
});

test.each([
  ["shared client", undefined],
  ["client with a certificate", shop],
])("a request that is still being signed when the clients are destroyed is not sent: %s", async (_, identity) => {
  const agents = openAgents(guard, TIMEOUT_MS);
  const sending = sendRequest(
    { agents, signer: createSigner(), timeoutMs: TIMEOUT_MS },
    request("http://127.0.0.1:1/", identity),
  );
  await agents.destroy();
  expect(await sending).toBeUndefined();
});
