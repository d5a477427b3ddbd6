import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keyring } from "./keyring.js";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without it a shortened tag would be taken, which is easier to forge. */
const TAG = { authTagLength: TAG_BYTES };
const KEY_BYTES = 32;
const WRAPPED_BYTES = NONCE_BYTES + TAG_BYTES + KEY_BYTES;

/**
 * Envelope encryption: the secret under a data key of its own (AES-256-GCM), the data key under the keyring's current
 * key. `aad` binds it to its place (workspace, row, column): moved elsewhere it does not open.
 *
 * Bytes: version, length and text of the key id, wrapped data key, encrypted secret.
 */
export function sealSecret(keyring: Keyring, secret: string, aad: string): Buffer {
  const wrappingKey = keyOf(keyring, keyring.current);
  const dataKey = randomBytes(KEY_BYTES);
  const header = Buffer.concat([Buffer.from([VERSION, keyring.current.length]), Buffer.from(keyring.current)]);
  const sealed = Buffer.concat([
    header,
    encrypt(wrappingKey, dataKey, `${keyring.current}|${aad}`),
    encrypt(dataKey, Buffer.from(secret, "utf8"), aad),
  ]);
  dataKey.fill(0);
  return sealed;
}

/** Opens what `sealSecret` made; throws when the key is gone, the bytes were changed, or they belong elsewhere. */
export function openSecret(keyring: Keyring, sealed: Uint8Array, aad: string): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== VERSION) throw new Error("the sealed secret has an unknown version");
  const wrappedAt = 2 + (bytes[1] ?? 0);
  const keyId = bytes.toString("utf8", 2, wrappedAt);
  const wrapped = bytes.subarray(wrappedAt, wrappedAt + WRAPPED_BYTES);
  const dataKey = decrypt(keyOf(keyring, keyId), wrapped, `${keyId}|${aad}`);
  const secret = decrypt(dataKey, bytes.subarray(wrappedAt + WRAPPED_BYTES), aad).toString("utf8");
  dataKey.fill(0);
  return secret;
}

function keyOf(keyring: Keyring, id: string): Buffer {
  const key = keyring.keys.get(id);
  if (!key) throw new Error(`the keyring has no key ${JSON.stringify(id)}`);
  return key;
}

function encrypt(key: Buffer, plain: Buffer, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, TAG).setAAD(Buffer.from(aad));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, bytes: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), TAG)
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
