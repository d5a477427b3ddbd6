import { expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { createSigningKeys } from "./signing-keys.js";

const keyring = parseKeyring(newKeyringText());
const seal = (endpointId: string, secret: string) => sealSecret(keyring, secret, `ws_1/${endpointId}/secret`);
const bytesOf = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64");

test("a key is opened for its endpoint, and anew when the secret was changed", () => {
  const keyOf = createSigningKeys(keyring);
  const [first, second] = [newWebhookSecret(), newWebhookSecret()];
  const endpoint = { workspaceId: "ws_1", endpointId: "whe_1" };
  const sealed = seal("whe_1", first);
  expect(keyOf({ ...endpoint, secretSealed: sealed }).export()).toEqual(bytesOf(first));
  expect(keyOf({ ...endpoint, secretSealed: Buffer.from(sealed) }).export()).toEqual(bytesOf(first));
  expect(keyOf({ ...endpoint, secretSealed: seal("whe_1", second) }).export()).toEqual(bytesOf(second));
});

test("a secret sealed for one endpoint does not open for another", () => {
  const keyOf = createSigningKeys(keyring);
  const secretSealed = seal("whe_1", newWebhookSecret());
  keyOf({ workspaceId: "ws_1", endpointId: "whe_1", secretSealed });
  expect(() => keyOf({ workspaceId: "ws_1", endpointId: "whe_2", secretSealed })).toThrow();
  expect(() => keyOf({ workspaceId: "ws_2", endpointId: "whe_1", secretSealed })).toThrow();
});

test("what is not 24 to 64 bytes is no key", () => {
  const secretSealed = seal("whe_1", "whsec_c2hvcnQ=");
  expect(() => createSigningKeys(keyring)({ workspaceId: "ws_1", endpointId: "whe_1", secretSealed })).toThrow(
    "24 to 64",
  );
});
