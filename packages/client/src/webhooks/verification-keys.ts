import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";

/** A key for verifying signatures of one scheme. */
export interface VerificationKey {
  readonly scheme: "v1" | "v1a";
  readonly key: KeyObject;
}

const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const PUBLIC_KEY_BYTES = 32;
/** The SubjectPublicKeyInfo prefix of an ed25519 public key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Parses a `whsec_` secret (scheme v1, 24 to 64 bytes) or a `whpk_` public key (scheme v1a). Error messages never
 * contain the key. An invalid key is an error in the receiver's settings, not in a webhook.
 */
export function verificationKey(text: string): VerificationKey {
  // Also handles undefined, such as an environment variable that is not set.
  const [, prefix, base64 = ""] = /^(whsec_|whpk_)(.*)$/s.exec(String(text)) ?? [];
  const bytes = bytesOf(base64);
  if (prefix === "whsec_" && bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX) {
    return { scheme: "v1", key: createSecretKey(bytes) };
  }
  if (prefix === "whpk_" && bytes.length === PUBLIC_KEY_BYTES) {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: "der", type: "spki" });
    return { scheme: "v1a", key };
  }
  throw new TypeError("a key must be whsec_ and base64 of 24 to 64 bytes, or whpk_ and base64 of 32 bytes");
}

const bytesOf = (base64: string): Buffer => (BASE64.test(base64) ? Buffer.from(base64, "base64") : Buffer.alloc(0));
