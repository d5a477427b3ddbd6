import { randomBytes } from "node:crypto";
import { aesGcmDecrypt, aesGcmEncrypt } from "./aes-gcm.js";
import {
  DATA_KEY_BYTES,
  type Opener,
  type Sealer,
  unwrapKey,
  wrapKey,
  wrappedBytesOf,
  wrappingOf,
} from "./wrap-key.js";

/**
 * Envelope encryption: the secret is encrypted with its own data key (AES-256-GCM), which is wrapped by the sealer's
 * current key. `aad` binds it to its location (workspace, row, column); it cannot be opened elsewhere.
 *
 * Bytes: version, length and characters of the key id, wrapped data key, encrypted secret.
 */
export function sealSecret(sealer: Sealer, secret: string, aad: string): Buffer {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const sealed = assemble(sealer, dataKey, {
    encrypted: aesGcmEncrypt(dataKey, Buffer.from(secret, "utf8"), aad),
    aad,
  });
  dataKey.fill(0);
  return sealed;
}

/** Opens the output of `sealSecret`. Throws if the key is missing, the bytes were changed, or the location differs. */
export function openSecret(opener: Opener, sealed: Uint8Array, aad: string): string {
  const parts = partsOf(sealed);
  const dataKey = unwrapKey(opener, parts, aad);
  const secret = aesGcmDecrypt(dataKey, parts.encrypted, aad).toString("utf8");
  dataKey.fill(0);
  return secret;
}

/**
 * Wraps the data key of a sealed secret with the sealer's current key, for key rotation, without decrypting the secret.
 * Returns undefined if it already uses the current key. Throws like `openSecret`.
 */
export function rewrapSecret(
  { opener, sealer }: { opener: Opener; sealer: Sealer },
  sealed: Uint8Array,
  aad: string,
): Buffer | undefined {
  const parts = partsOf(sealed);
  const wanted = wrappingOf(sealer);
  if (parts.version === wanted.version && parts.keyId === wanted.keyId) return undefined;
  const dataKey = unwrapKey(opener, parts, aad);
  const rewrapped = assemble(sealer, dataKey, { encrypted: parts.encrypted, aad });
  dataKey.fill(0);
  return rewrapped;
}

function assemble(sealer: Sealer, dataKey: Buffer, { encrypted, aad }: { encrypted: Buffer; aad: string }): Buffer {
  const { version, keyId } = wrappingOf(sealer);
  const header = Buffer.concat([Buffer.from([version, keyId.length]), Buffer.from(keyId)]);
  return Buffer.concat([header, wrapKey(sealer, dataKey, aad), encrypted]);
}

function partsOf(sealed: Uint8Array): { version: number; keyId: string; wrapped: Buffer; encrypted: Buffer } {
  const bytes = Buffer.from(sealed);
  const version = bytes[0] ?? 0;
  const wrappedAt = 2 + (bytes[1] ?? 0);
  const encryptedAt = wrappedAt + wrappedBytesOf(version);
  return {
    version,
    keyId: bytes.toString("utf8", 2, wrappedAt),
    wrapped: bytes.subarray(wrappedAt, encryptedAt),
    encrypted: bytes.subarray(encryptedAt),
  };
}
