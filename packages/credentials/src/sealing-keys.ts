import { hkdfSync, type KeyObject } from "node:crypto";
import type { Keyring } from "./keyring.js";
import {
  newX25519Key,
  X25519_BYTES,
  x25519PrivateBytes,
  x25519PrivateKey,
  x25519PublicBytes,
  x25519PublicKey,
} from "./x25519.js";

/** A public key with its id. Its owner can seal but not open. */
export interface SealingKey {
  readonly id: string;
  readonly publicKey: KeyObject;
}

/** Private keys by id, the current one first. They open what was sealed with their public keys. */
export type PrivateKeys = ReadonlyMap<string, KeyObject>;

const ENTRY = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/;

/** Parses `id:base64` of a 32-byte public X25519 key. Error messages never contain the key. */
export function parseSealingKey(text: string): SealingKey {
  const { id, bytes } = entryOf(text);
  return { id, publicKey: x25519PublicKey(bytes) };
}

/** Parses `id:base64,id:base64` of private X25519 keys, the current one first. Error messages never contain a key. */
export function parsePrivateKeys(text: string): PrivateKeys {
  const entries = text.split(",").map((entry) => entryOf(entry));
  const keys = new Map(entries.map(({ id, bytes }) => [id, x25519PrivateKey(bytes)]));
  if (keys.size !== entries.length) throw new Error("each key needs a unique id");
  return keys;
}

/**
 * Derives private keys from a keyring (HKDF-SHA-256, RFC 5869) for deployments that set none. Then every holder of the
 * keyring can open. Their ids cannot collide with those of configured keys.
 */
export const derivePrivateKeys = (keyring: Keyring, purpose: string): PrivateKeys =>
  new Map(
    [...keyring.keys].map(([id, key]) => [
      `derived-${id}`,
      x25519PrivateKey(Buffer.from(hkdfSync("sha256", key, "skucast", purpose, X25519_BYTES))),
    ]),
  );

/** The public key of the current private key. */
export function sealingKeyOf(keys: PrivateKeys): SealingKey {
  const [current] = keys;
  if (!current) throw new Error("at least one key is required");
  const [id, key] = current;
  return { id, publicKey: x25519PublicKey(x25519PublicBytes(key)) };
}

/** The strings of a new key pair: one for processes that open, one for those that only seal. */
export function newKeyPairTexts(id: string): { privateText: string; publicText: string } {
  const key = newX25519Key();
  const text = (bytes: Buffer) => `${id}:${bytes.toString("base64")}`;
  return { privateText: text(x25519PrivateBytes(key)), publicText: text(x25519PublicBytes(key)) };
}

function entryOf(text: string): { id: string; bytes: Buffer } {
  const [, id, base64] = ENTRY.exec(text.trim()) ?? [];
  if (id === undefined || base64 === undefined) {
    throw new Error("a key must be id:base64 of 32 bytes, such as w1:…=; separate several private keys with commas");
  }
  return { id, bytes: Buffer.from(base64, "base64") };
}
