import { expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { newKeyPairTexts } from "@skucast/credentials/sealing-keys";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { webhookPrivateKeys, webhookSealingKey } from "@skucast/credentials/webhook-sealing";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { createKeyUnsealer } from "./signing-keys.js";

const keyring = parseKeyring(newKeyringText());
const pair = newKeyPairTexts("w1");
const opener = { ...keyring, privateKeys: webhookPrivateKeys(keyring, pair.privateText) };
const sealer = webhookSealingKey(keyring, pair.publicText);
const seal = (secret: string, place = "ws_1/whe_1/secret") => sealSecret(sealer, secret, place);
const bytesOf = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64");
const endpoint = { workspaceId: "ws_1", endpointId: "whe_1", privateKeySealed: null, formerKeys: [] };

test("keys are decrypted for their endpoint, and again when they have changed", () => {
  const unsealKeys = createKeyUnsealer(opener);
  const first = newWebhookSecret();
  const second = newWebhookSecret();
  const sealed = seal(first);
  const secretOf = (secretSealed: Uint8Array) => unsealKeys({ ...endpoint, secretSealed })[0]?.key.export();
  expect(secretOf(sealed)).toEqual(bytesOf(first));
  expect(secretOf(Buffer.from(sealed))).toEqual(bytesOf(first));
  expect(secretOf(seal(second))).toEqual(bytesOf(second));
  const privateKeySealed = seal(newWebhookKeyPair().privateKey, "ws_1/whe_1/private_key");
  expect(unsealKeys({ ...endpoint, secretSealed: sealed, privateKeySealed })).toHaveLength(2);
  expect(unsealKeys({ ...endpoint, secretSealed: sealed, privateKeySealed: null })).toHaveLength(1);
});

test("secrets come before key pairs, the current one first, and former ones have an end", () => {
  const formerKeys = [
    { kind: "key_pair", signs_until: "2026-11-22T08:00:00.000Z", ...formerOf("private_key") },
    { kind: "secret", signs_until: "2026-11-23T08:00:00.000Z", ...formerOf("secret") },
  ] as const;
  const privateKeySealed = seal(newWebhookKeyPair().privateKey, "ws_1/whe_1/private_key");
  const keys = createKeyUnsealer(opener)({
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

test("a secret sealed for one endpoint cannot be decrypted for another", () => {
  const unsealKeys = createKeyUnsealer(opener);
  const secretSealed = seal(newWebhookSecret());
  unsealKeys({ ...endpoint, secretSealed });
  expect(() => unsealKeys({ ...endpoint, endpointId: "whe_2", secretSealed })).toThrow();
  expect(() => unsealKeys({ ...endpoint, workspaceId: "ws_2", secretSealed })).toThrow();
});

test("secrets that earlier versions sealed with the keyring, or with a key derived from it, can be decrypted", () => {
  const secret = newWebhookSecret();
  for (const earlier of [keyring, webhookSealingKey(keyring, undefined)]) {
    const secretSealed = sealSecret(earlier, secret, "ws_1/whe_1/secret");
    expect(createKeyUnsealer(opener)({ ...endpoint, secretSealed })[0]?.key.export()).toEqual(bytesOf(secret));
  }
});

test("the keyring without the private key decrypts nothing", () => {
  const secretSealed = seal(newWebhookSecret());
  expect(() => createKeyUnsealer(keyring)({ ...endpoint, secretSealed })).toThrow('no private key "w1"');
});

test("a secret that is not 24 to 64 bytes is rejected", () => {
  expect(() => createKeyUnsealer(opener)({ ...endpoint, secretSealed: seal("whsec_c2hvcnQ=") })).toThrow("24 to 64");
});
