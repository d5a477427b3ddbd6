import { createHmac, timingSafeEqual, verify } from "node:crypto";
import type { SignedHeaders } from "./read-headers.js";
import type { VerificationKey } from "./verification-keys.js";

/**
 * Whether one of the signatures matches one of the keys over `id.timestamp.body`. v1 is HMAC-SHA256, compared in
 * constant time; v1a is ed25519 (Standard Webhooks 1.0.0). Other schemes are ignored.
 */
export function isSigned(
  keys: readonly VerificationKey[],
  { id, timestamp, signatures }: SignedHeaders,
  body: Uint8Array,
): boolean {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  return keys.some(({ scheme, key }) => {
    const candidates = signatures.filter((signature) => signature.scheme === scheme);
    if (scheme === "v1a")
      return candidates.some(({ bytes }) => bytes.length === 64 && verify(null, signed, key, bytes));
    const expected = createHmac("sha256", key).update(signed).digest();
    return candidates.some(({ bytes }) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}
