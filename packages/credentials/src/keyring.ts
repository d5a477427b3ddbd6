import { hkdfSync, randomBytes } from "node:crypto";

/** Key-encryption keys of 32 bytes by their id; the current one seals, all of them open. */
export interface Keyring {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

const ENTRY = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Reads `id:base64,id:base64` (32 bytes each); the first is the current one. To rotate, put a new key in front and keep
 * the old ones. Throws with a sentence that never shows a key.
 */
export function parseKeyring(text: string): Keyring {
  const entries = text.split(",").map((entry) => ENTRY.exec(entry.trim()));
  const keys = new Map(
    entries.map((match) => {
      if (!match)
        throw new Error(
          "an encryption key must be id:base64 of 32 bytes, such as k1:…=; several are separated by commas",
        );
      return [match[1] ?? "", Buffer.from(match[2] ?? "", "base64")] as const;
    }),
  );
  if (keys.size !== entries.length) throw new Error("each encryption key needs an id of its own");
  const [current] = keys.keys();
  if (current === undefined) throw new Error("at least one encryption key is needed");
  return { current, keys };
}

/** A keyring text with one new key, for a first start. */
export const newKeyringText = (): string => `k1:${randomBytes(32).toString("base64")}`;

/** A key of 32 bytes for another purpose (HKDF-SHA-256, RFC 5869), so that no key does two jobs. */
export function deriveKey(keyring: Keyring, purpose: string): Buffer {
  const key = keyring.keys.get(keyring.current);
  if (!key) throw new Error("the keyring has no current key");
  return Buffer.from(hkdfSync("sha256", key, "skucast", purpose, 32));
}
