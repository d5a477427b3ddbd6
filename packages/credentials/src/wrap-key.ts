import { AES_GCM_OVERHEAD_BYTES, aesGcmDecrypt, aesGcmEncrypt } from "./aes-gcm.js";
import { HPKE_OVERHEAD_BYTES, hpkeOpen, hpkeSeal } from "./hpke.js";
import type { Keyring } from "./keyring.js";
import type { PrivateKeys, SealingKey } from "./sealing-keys.js";

/** What seals: a keyring, which opens too, or a public key, which does not. */
export type Sealer = Keyring | SealingKey;

/** What opens: a keyring, and private keys where the process has them. */
export interface Opener {
  readonly keys: Keyring["keys"];
  readonly privateKeys?: PrivateKeys;
}

export const DATA_KEY_BYTES = 32;

/** How a data key is wrapped, the first byte of what was sealed: under a key of a keyring, or for a private key's holder. */
const UNDER_KEYRING = 1;
const FOR_PRIVATE_KEY = 2;
const WRAPPED_BYTES: Readonly<Record<number, number>> = {
  [UNDER_KEYRING]: DATA_KEY_BYTES + AES_GCM_OVERHEAD_BYTES,
  [FOR_PRIVATE_KEY]: DATA_KEY_BYTES + HPKE_OVERHEAD_BYTES,
};
const INFO = "skucast data key";

/** The version, and the id of the key, that a sealer seals with just now. */
export function wrappingOf(sealer: Sealer): { version: number; keyId: string } {
  return "publicKey" in sealer
    ? { version: FOR_PRIVATE_KEY, keyId: sealer.id }
    : { version: UNDER_KEYRING, keyId: sealer.current };
}

/** Bytes of a wrapped data key; throws for a version that is not known. */
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
    : aesGcmEncrypt(present(sealer.keys.get(keyId), "key", keyId), dataKey, bound);
}

/** Throws when the key is gone, the bytes were changed, or they belong elsewhere. */
export function unwrapKey(
  opener: Opener,
  { version, keyId, wrapped }: { version: number; keyId: string; wrapped: Buffer },
  aad: string,
): Buffer {
  const bound = `${keyId}|${aad}`;
  return version === FOR_PRIVATE_KEY
    ? hpkeOpen(present(opener.privateKeys?.get(keyId), "private key", keyId), wrapped, { info: INFO, aad: bound })
    : aesGcmDecrypt(present(opener.keys.get(keyId), "key", keyId), wrapped, bound);
}

function present<Key>(key: Key | undefined, noun: string, id: string): Key {
  if (key === undefined) throw new Error(`the keyring has no ${noun} ${JSON.stringify(id)}`);
  return key;
}
