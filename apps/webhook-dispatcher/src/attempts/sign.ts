import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;

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
export function signingKey(secret: string): KeyObject {
  const base64 = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const key = Buffer.from(base64, "base64");
  if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
    throw new Error(
      `a signing secret must be ${PREFIX} and base64 of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes`,
    );
  }
  return createSecretKey(key);
}

/** Value of `webhook-signature`: version v1 of Standard Webhooks 1.0.0, HMAC-SHA256 over `id.timestamp.body`. */
export function sign(key: KeyObject, { id, timestamp, body }: Signed): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}
