import { createPrivateKey, createSecretKey, type KeyObject } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const PRIVATE_KEY_PREFIX = "whsk_";
/** The seed and the public key, 32 bytes each. */
const PRIVATE_KEY_BYTES = 64;
/** The bytes before the seed of an ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** `untilMs` is when the key stops signing; null if it signs until it is replaced. */
export interface SigningKey {
  readonly scheme: "v1" | "v1a";
  readonly key: KeyObject;
  readonly untilMs: number | null;
}

/**
 * The key in a `whsec_` secret. Throws unless it is base64 of 24 to 64 bytes, as Standard Webhooks requires. It is a
 * KeyObject, because signing with raw bytes takes six times as long.
 */
export function secretKey(secret: string): KeyObject {
  const key = bytesOf(secret, SECRET_PREFIX);
  if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
    throw new Error(
      `a signing secret must be ${SECRET_PREFIX} and base64 of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes`,
    );
  }
  return createSecretKey(key);
}

/** The ed25519 key in a `whsk_` private key. Throws unless it is base64 of 64 bytes. */
export function privateKey(text: string): KeyObject {
  const bytes = bytesOf(text, PRIVATE_KEY_PREFIX);
  if (bytes.length !== PRIVATE_KEY_BYTES) {
    throw new Error(`a private signing key must be ${PRIVATE_KEY_PREFIX} and base64 of ${PRIVATE_KEY_BYTES} bytes`);
  }
  const seed = bytes.subarray(0, PRIVATE_KEY_BYTES / 2);
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
}

const bytesOf = (text: string, prefix: string): Buffer =>
  Buffer.from(text.startsWith(prefix) ? text.slice(prefix.length) : "", "base64");
