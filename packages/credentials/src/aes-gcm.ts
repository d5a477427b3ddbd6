import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without it, a shortened tag would be accepted, which is easier to forge. */
const TAG = { authTagLength: TAG_BYTES };

/** Number of bytes that encryption adds. */
export const AES_GCM_OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce. Returns nonce, tag and ciphertext. As in hpke.ts, the key becomes a
 * KeyObject, which is faster than raw bytes.
 */
export function aesGcmEncrypt(key: Uint8Array, text: Uint8Array, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", createSecretKey(key), nonce, TAG).setAAD(Buffer.from(aad));
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts the output of `aesGcmEncrypt`. Throws if anything was changed. */
export function aesGcmDecrypt(key: Uint8Array, bytes: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", createSecretKey(key), bytes.subarray(0, NONCE_BYTES), TAG)
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(NONCE_BYTES, AES_GCM_OVERHEAD_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(AES_GCM_OVERHEAD_BYTES)), decipher.final()]);
}
