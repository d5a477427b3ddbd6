import { expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { newKeyPairTexts } from "@skucast/credentials/sealing-keys";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { webhookPrivateKeys, webhookSealingKey } from "@skucast/credentials/webhook-sealing";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { createSigningKeys } from "./signing-keys.js";

const keyring = parseKeyring(newKeyringText());
const pair = newKeyPairTexts("w1");
const opener = { ...keyring, privateKeys: webhookPrivateKeys(keyring, pair.privateText) };
const sealer = webhookSealingKey(keyring, pair.publicText);
const seal = (secret: string, place = "ws_1/whe_1/secret") => sealSecret(sealer, secret, place);
const bytesOf = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64");
const endpoint = { workspaceId: "ws_1", endpointId: "whe_1", privateKeySealed: null, formerKeys: [] };

test("keys are opened for their endpoint, and anew when what is sealed was changed", () => {
  const keysOf = createSigningKeys(opener);
  const [first, second] = [newWebhookSecret(), newWebhookSecret()];
  const sealed = seal(first);
  const secretOf = (secretSealed: Uint8Array) => keysOf({ ...endpoint, secretSealed })[0]?.key.export();
  expect(secretOf(sealed)).toEqual(bytesOf(first));
  expect(secretOf(Buffer.from(sealed))).toEqual(bytesOf(first));
  expect(secretOf(seal(second))).toEqual(bytesOf(second));
  const privateKeySealed = seal(newWebhookKeyPair().privateKey, "ws_1/whe_1/private_key");
  expect(keysOf({ ...endpoint, secretSealed: sealed, privateKeySealed })).toHaveLength(2);
  expect(keysOf({ ...endpoint, secretSealed: sealed, privateKeySealed: null })).toHaveLength(1);
});

test("the secrets come before the key pairs, the present one of each first, the former ones with their end", () => {
  const formerKeys = [
    { kind: "key_pair", signs_until: "2026-11-22T08:00:00.000Z", ...formerOf("private_key") },
    { kind: "secret", signs_until: "2026-11-23T08:00:00.000Z", ...formerOf("secret") },
  ] as const;
  const privateKeySealed = seal(newWebhookKeyPair().privateKey, "ws_1/whe_1/private_key");
  const keys = createSigningKeys(opener)({
    ...endpoint,
    secretSealed: seal(newWebhookSecret()),
    privateKeySealed,
    formerKeys,
  });
  expect(keys.map(({ scheme, untilMs }) => [scheme, untilMs])).toEqual([
    ["v1", null],
    ["v1", Date.parse("2026-11-23T08:00:00.000Z")],
    ["v1a", null],
    ["v1a", Date.parse("2026-11-22T08:00:00.000Z")],
  ]);
});

function formerOf(place: "secret" | "private_key") {
  const text = place === "secret" ? newWebhookSecret() : newWebhookKeyPair().privateKey;
  return { public_key: null, sealed: seal(text, `ws_1/whe_1/${place}`).toString("base64") };
}

test("a secret sealed for one endpoint does not open for another", () => {
  const keysOf = createSigningKeys(opener);
  const secretSealed = seal(newWebhookSecret());
  keysOf({ ...endpoint, secretSealed });
  expect(() => keysOf({ ...endpoint, endpointId: "whe_2", secretSealed })).toThrow();
  expect(() => keysOf({ ...endpoint, workspaceId: "ws_2", secretSealed })).toThrow();
});

test("what an earlier version sealed under the keyring opens, and what is sealed with a key made from it", () => {
  const secret = newWebhookSecret();
  for (const earlier of [keyring, webhookSealingKey(keyring, undefined)]) {
    const secretSealed = sealSecret(earlier, secret, "ws_1/whe_1/secret");
    expect(createSigningKeys(opener)({ ...endpoint, secretSealed })[0]?.key.export()).toEqual(bytesOf(secret));
  }
});

test("who has the keyring and not the private key opens nothing", () => {
  const secretSealed = seal(newWebhookSecret());
  expect(() => createSigningKeys(keyring)({ ...endpoint, secretSealed })).toThrow('no private key "w1"');
});

test("what is not 24 to 64 bytes is no key", () => {
  expect(() => createSigningKeys(opener)({ ...endpoint, secretSealed: seal("whsec_c2hvcnQ=") })).toThrow("24 to 64");
});
