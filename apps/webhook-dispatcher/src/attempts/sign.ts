import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign as signBytes } from "node:crypto";
import { promisify } from "node:util";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const PRIVATE_KEY_PREFIX = "whsk_";
/** The seed and the public key, 32 bytes each. */
const PRIVATE_KEY_BYTES = 64;
/** What stands before the seed of an ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key that signs until some time; null: until it is replaced. */
export interface SigningKey {
  readonly scheme: "v1" | "v1a";
  readonly key: KeyObject;
  readonly untilMs: number | null;
}

export interface Signed {
  /** The same on every try: the receiver's key for telling a repeat. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  /** The exact bytes that are sent. */
  readonly body: Uint8Array;
}

/**
 * The key in a `whsec_` secret. Throws when it is not base64 of 24 to 64 bytes, as Standard Webhooks asks. A KeyObject,
 * because signing with bare bytes takes six times as long.
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

/** The ed25519 key in a `whsk_` private key. Throws when it is not base64 of 64 bytes. */
export function privateKey(text: string): KeyObject {
  const bytes = bytesOf(text, PRIVATE_KEY_PREFIX);
  if (bytes.length !== PRIVATE_KEY_BYTES) {
    throw new Error(`a private signing key must be ${PRIVATE_KEY_PREFIX} and base64 of ${PRIVATE_KEY_BYTES} bytes`);
  }
  const seed = bytes.subarray(0, PRIVATE_KEY_BYTES / 2);
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
}

/**
 * Value of `webhook-signature` (Standard Webhooks 1.0.0): a signature over `id.timestamp.body` by each key that still
 * signs, v1 (HMAC-SHA256) or v1a (ed25519), separated by blanks.
 */
export async function sign(keys: readonly SigningKey[], { id, timestamp, body }: Signed): Promise<string> {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signing = keys.filter(({ untilMs }) => untilMs === null || untilMs > timestamp * 1_000);
  const signatures = await Promise.all(signing.map(({ scheme, key }) => SCHEMES[scheme](key, signed)));
  return signing.map(({ scheme }, index) => `${scheme},${signatures[index]?.toString("base64")}`).join(" ");
}

const signBeside = promisify(signBytes);

/**
 * An ed25519 signature takes as long as a third of all that a delivery needs, so it is made by a thread of libuv's pool,
 * beside the one thread that has all the rest to do; an HMAC takes less than the hand-over would.
 */
const SCHEMES = {
  v1: (key: KeyObject, bytes: Uint8Array): Buffer => createHmac("sha256", key).update(bytes).digest(),
  v1a: (key: KeyObject, bytes: Uint8Array): Promise<Buffer> => signBeside(null, bytes, key),
} as const;

const bytesOf = (text: string, prefix: string): Buffer =>
  Buffer.from(text.startsWith(prefix) ? text.slice(prefix.length) : "", "base64");
