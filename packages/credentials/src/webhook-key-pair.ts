import { generateKeyPairSync } from "node:crypto";

const KEY_BYTES = 32;

/** The key pair of an endpoint for Standard Webhooks signatures of scheme v1a (ed25519). */
export interface WebhookKeyPair {
  /** `whsk_` and base64 of the seed and the public key, 32 bytes each. Never shown. */
  readonly privateKey: string;
  /** `whpk_` and base64 of 32 bytes, with which receivers verify. */
  readonly publicKey: string;
}

export function newWebhookKeyPair(): WebhookKeyPair {
  const pair = generateKeyPairSync("ed25519");
  const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-KEY_BYTES);
  const publicBytes = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-KEY_BYTES);
  return {
    privateKey: `whsk_${Buffer.concat([seed, publicBytes]).toString("base64")}`,
    publicKey: `whpk_${publicBytes.toString("base64")}`,
  };
}
