import { AES_GCM_OVERHEAD_BYTES, aesGcmDecrypt, aesGcmEncrypt } from "./aes-gcm.js";
import { HPKE_OVERHEAD_BYTES, hpkeOpen, hpkeSeal } from "./hpke.js";
import type { Keyring } from "./keyring.js";
import type { PrivateKeys, SealingKey } from "./sealing-keys.js";

/** Seals data keys: a keyring, which can also open, or a public key, which cannot. */
export type Sealer = Keyring | SealingKey;

/** Opens data keys: a keyring, and private keys if the process has them. */
export interface Opener {
  readonly keys: Keyring["keys"];
  readonly privateKeys?: PrivateKeys;
}

export const DATA_KEY_BYTES = 32;

/** How a data key is wrapped, stored in the first byte: with a key of a keyring, or for the owner of a private key. */
const UNDER_KEYRING = 1;
const FOR_PRIVATE_KEY = 2;
const WRAPPED_BYTES: Readonly<Record<number, number>> = {
  [UNDER_KEYRING]: DATA_KEY_BYTES + AES_GCM_OVERHEAD_BYTES,
  [FOR_PRIVATE_KEY]: DATA_KEY_BYTES + HPKE_OVERHEAD_BYTES,
};
const INFO = "skucast data key";

/** The version and key id with which a sealer currently seals. */
export function wrappingOf(sealer: Sealer): { version: number; keyId: string } {
  return "publicKey" in sealer
    ? { version: FOR_PRIVATE_KEY, keyId: sealer.id }
    : { version: UNDER_KEYRING, keyId: sealer.current };
}

/** Length of a wrapped data key. Throws for an unknown version. */
export function wrappedBytesOf(version: number): number {
  const bytes = WRAPPED_BYTES[version];
  if (bytes === undefined) throw new Error("the sealed secret has an unknown version");
  return bytes;
}

export function wrapKey(sealer: Sealer, dataKey: Uint8Array, aad: string): Buffer {
  const { keyId } = wrappingOf(sealer);
  const bound = `${keyId}|${aad}`;
  return "publicKey" in sealer
    ? hpkeSeal(sealer.publicKey, dataKey, { info: INFO, aad: bound })
    : aesGcmEncrypt(requireKey(sealer.keys.get(keyId), "key", keyId), dataKey, bound);
}

/** Throws if the key is missing, the bytes were changed, or the location differs. */
export function unwrapKey(
  opener: Opener,
  { version, keyId, wrapped }: { version: number; keyId: string; wrapped: Buffer },
  aad: string,
): Buffer {
  const bound = `${keyId}|${aad}`;
  return version === FOR_PRIVATE_KEY
    ? hpkeOpen(requireKey(opener.privateKeys?.get(keyId), "private key", keyId), wrapped, { info: INFO, aad: bound })
    : aesGcmDecrypt(requireKey(opener.keys.get(keyId), "key", keyId), wrapped, bound);
}

function requireKey<Key>(key: Key | undefined, noun: string, id: string): Key {
  if (key === undefined) throw new Error(`the keyring has no ${noun} ${JSON.stringify(id)}`);
  return key;
}
