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

/** A public key by its id: who has it can seal and cannot open. */
export interface SealingKey {
  readonly id: string;
  readonly publicKey: KeyObject;
}

/** Private keys by their id, the current one first: they open what was sealed with their public halves. */
export type PrivateKeys = ReadonlyMap<string, KeyObject>;

const ENTRY = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/;

/** Reads `id:base64` of the 32 bytes of a public X25519 key. Throws with a sentence that shows nothing of it. */
export function parseSealingKey(text: string): SealingKey {
  const { id, bytes } = entryOf(text);
  return { id, publicKey: x25519PublicKey(bytes) };
}

/** Reads `id:base64,id:base64` of private X25519 keys, the current one first. Throws with a sentence that shows no key. */
export function parsePrivateKeys(text: string): PrivateKeys {
  const entries = text.split(",").map((entry) => entryOf(entry));
  const keys = new Map(entries.map(({ id, bytes }) => [id, x25519PrivateKey(bytes)]));
  if (keys.size !== entries.length) throw new Error("each key needs an id of its own");
  return keys;
}

/**
 * Private keys made from a keyring's (HKDF-SHA-256, RFC 5869), for whoever sets none: whoever holds the keyring can then
 * open. Their ids cannot be those of keys that were set.
 */
export const derivePrivateKeys = (keyring: Keyring, purpose: string): PrivateKeys =>
  new Map(
    [...keyring.keys].map(([id, key]) => [
      `derived-${id}`,
      x25519PrivateKey(Buffer.from(hkdfSync("sha256", key, "skucast", purpose, X25519_BYTES))),
    ]),
  );

/** The public half of the current one. */
export function sealingKeyOf(keys: PrivateKeys): SealingKey {
  const [current] = keys;
  if (!current) throw new Error("at least one key is needed");
  const [id, key] = current;
  return { id, publicKey: x25519PublicKey(x25519PublicBytes(key)) };
}

/** The texts of a new pair: one for those who open, one for those who only seal. */
export function newKeyPairTexts(id: string): { privateText: string; publicText: string } {
  const key = newX25519Key();
  const text = (bytes: Buffer) => `${id}:${bytes.toString("base64")}`;
  return { privateText: text(x25519PrivateBytes(key)), publicText: text(x25519PublicBytes(key)) };
}

function entryOf(text: string): { id: string; bytes: Buffer } {
  const [, id, base64] = ENTRY.exec(text.trim()) ?? [];
  if (id === undefined || base64 === undefined) {
    throw new Error("a key must be id:base64 of 32 bytes, such as w1:…=; several private ones are separated by commas");
  }
  return { id, bytes: Buffer.from(base64, "base64") };
}
