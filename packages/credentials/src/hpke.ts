import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { agree, newX25519Key, X25519_BYTES, x25519PublicBytes, x25519PublicKey } from "./x25519.js";

/**
 * Hybrid public key encryption (RFC 9180) in base mode, one message per key: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256,
 * and AES-GCM with a 256-bit key, or a 128-bit key, for which the RFC has test vectors.
 */
const AEADS = {
  "aes-256-gcm": { id: 2, keyBytes: 32 },
  "aes-128-gcm": { id: 1, keyBytes: 16 },
} as const;
type Aead = keyof typeof AEADS;

const KEM_ID = 0x0020;
const KDF_ID = 0x0001;
const MODE_BASE = 0;
const HASH_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

export interface HpkeOptions {
  /** The purpose, bound to the message. */
  readonly info: string;
  /** The location, bound to the message. */
  readonly aad: string;
  readonly aead?: Aead;
  /** The sender's key for this message. Default: a new one; only test vectors set it. */
  readonly ephemeral?: KeyObject;
}

/** Number of bytes that encryption adds: the encapsulated key and the tag. */
export const HPKE_OVERHEAD_BYTES = X25519_BYTES + TAG_BYTES;

/** Encrypts for the owner of the recipient's private key. Returns encapsulated key, ciphertext and tag. */
export function hpkeSeal(recipient: KeyObject, text: Uint8Array, options: HpkeOptions): Buffer {
  const ephemeral = options.ephemeral ?? newX25519Key();
  const encapsulated = x25519PublicBytes(ephemeral);
  const shared = sharedSecret(agree(ephemeral, recipient), encapsulated, publicBytesOf(recipient));
  const { aead, key, nonce } = schedule(shared, options);
  const cipher = createCipheriv(aead, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(options.aad));
  return Buffer.concat([encapsulated, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the output of `hpkeSeal`. Throws if anything was changed. */
export function hpkeOpen(recipient: KeyObject, message: Uint8Array, options: HpkeOptions): Buffer {
  const bytes = Buffer.from(message);
  if (bytes.length < HPKE_OVERHEAD_BYTES) throw new Error("the encrypted message is too short");
  const encapsulated = bytes.subarray(0, X25519_BYTES);
  const dh = agree(recipient, x25519PublicKey(encapsulated));
  const { aead, key, nonce } = schedule(sharedSecret(dh, encapsulated, publicBytesOf(recipient)), options);
  const decipher = createDecipheriv(aead, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(options.aad))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(X25519_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Recipients are few and kept. Deriving and encoding a public key costs as much as the agreement itself. */
const publicBytes = new WeakMap<KeyObject, Buffer>();

function publicBytesOf(recipient: KeyObject): Buffer {
  const known = publicBytes.get(recipient);
  if (known) return known;
  const bytes = x25519PublicBytes(recipient);
  publicBytes.set(recipient, bytes);
  return bytes;
}

/** ExtractAndExpand of RFC 9180, section 4.1. */
function sharedSecret(dh: Buffer, encapsulated: Buffer, recipient: Buffer): Buffer {
  const kdf = labeled(Buffer.concat([Buffer.from("KEM"), uint16(KEM_ID)]));
  const context = Buffer.concat([encapsulated, recipient]);
  return kdf.expand(kdf.extract(EMPTY, "eae_prk", dh), "shared_secret", context, HASH_BYTES);
}

/** KeySchedule of RFC 9180, section 5.1, for the first message. */
function schedule(shared: Buffer, { info, aead = "aes-256-gcm" }: HpkeOptions) {
  const { id, keyBytes } = AEADS[aead];
  const kdf = labeled(Buffer.concat([Buffer.from("HPKE"), uint16(KEM_ID), uint16(KDF_ID), uint16(id)]));
  const context = Buffer.concat([
    Buffer.from([MODE_BASE]),
    kdf.extract(EMPTY, "psk_id_hash", EMPTY),
    kdf.extract(EMPTY, "info_hash", Buffer.from(info)),
  ]);
  const secret = kdf.extract(shared, "secret", EMPTY);
  return {
    aead,
    key: createSecretKey(kdf.expand(secret, "key", context, keyBytes)),
    nonce: kdf.expand(secret, "base_nonce", context, NONCE_BYTES),
  };
}

/**
 * LabeledExtract and LabeledExpand of RFC 9180, section 4, over HKDF-SHA-256 (RFC 5869) for up to 32 bytes: one block.
 * Keys are KeyObjects, because node:crypto takes three times as long with raw bytes.
 */
function labeled(suite: Buffer) {
  const label = (name: string) => Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(name)]);
  const hmac = (key: Buffer, ...parts: Buffer[]) =>
    createHmac("sha256", createSecretKey(key)).update(Buffer.concat(parts)).digest();
  return {
    extract: (salt: Buffer, name: string, material: Buffer): Buffer => hmac(salt, label(name), material),
    expand: (key: Buffer, name: string, info: Buffer, bytes: number): Buffer =>
      hmac(key, uint16(bytes), label(name), info, Buffer.from([1])).subarray(0, bytes),
  };
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
