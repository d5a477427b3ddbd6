import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";

export const X25519_BYTES = 32;

/** The prefixes of a 32-byte key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_PREFIX = Buffer.from("302a300506032b656e032100", "hex");

export const newX25519Key = (): KeyObject => generateKeyPairSync("x25519").privateKey;

/** Creates a private key from 32 bytes (RFC 7748). */
export const x25519PrivateKey = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, bytes]), format: "der", type: "pkcs8" });

/** Creates a public key from 32 bytes (RFC 7748). */
export const x25519PublicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: "der", type: "spki" });

/** The 32 bytes of a public key, or of a private key's public half. */
export const x25519PublicBytes = (key: KeyObject): Buffer =>
  (key.type === "private" ? createPublicKey(key) : key).export({ format: "der", type: "spki" }).subarray(-X25519_BYTES);

/** The 32 bytes of a private key. */
export const x25519PrivateBytes = (key: KeyObject): Buffer =>
  key.export({ format: "der", type: "pkcs8" }).subarray(-X25519_BYTES);

/** The shared secret of a private key and the other side's public key. Throws for a public key of small order. */
export const agree = (privateKey: KeyObject, publicKey: KeyObject): Buffer => diffieHellman({ privateKey, publicKey });
