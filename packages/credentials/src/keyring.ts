import { hkdfSync, randomBytes } from "node:crypto";

/** 32-byte key-encryption keys by id. The current one encrypts; all of them decrypt. */
export interface Keyring {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

const ENTRY = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Parses `id:base64,id:base64` (32 bytes each); the first is the current one. To rotate, put a new key first and keep
 * the old ones. Error messages never contain a key.
 */
export function parseKeyring(text: string): Keyring {
  const entries = text.split(",").map((entry) => ENTRY.exec(entry.trim()));
  const keys = new Map(
    entries.map((match) => {
      if (!match)
        throw new Error(
          "an encryption key must be id:base64 of 32 bytes, such as k1:…=; separate several keys with commas",
        );
      return [match[1] ?? "", Buffer.from(match[2] ?? "", "base64")] as const;
    }),
  );
  if (keys.size !== entries.length) throw new Error("each encryption key needs a unique id");
  const [current] = keys.keys();
  if (current === undefined) throw new Error("at least one encryption key is required");
  return { current, keys };
}

/** A keyring with one new key, as a string, for the first start. */
export const newKeyringText = (): string => `k1:${randomBytes(32).toString("base64")}`;

/** Derives a 32-byte key for another purpose (HKDF-SHA-256, RFC 5869), so that no key has two purposes. */
export function deriveKey(keyring: Keyring, purpose: string): Buffer {
  const key = keyring.keys.get(keyring.current);
  if (!key) throw new Error("the keyring has no current key");
  return Buffer.from(hkdfSync("sha256", key, "skucast", purpose, 32));
}
