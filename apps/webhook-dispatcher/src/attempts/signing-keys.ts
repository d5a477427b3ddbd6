import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { Opener } from "@skucast/credentials/wrap-key";
import { privateKey, type SigningKey, secretKey } from "./signing-key.js";

/** A former key as stored in the endpoint's row. */
export interface StoredFormerKey extends FormerKey {
  /** The sealed key in base64. */
  readonly sealed: string;
}

/** The sealed keys in an endpoint's row. */
interface SealedKeys {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly secretSealed: Uint8Array;
  readonly privateKeySealed: Uint8Array | null;
  readonly formerKeys: readonly StoredFormerKey[];
}

/** Decrypts the keys that sign an endpoint's deliveries; throws if one cannot be decrypted or is not a valid key. */
export type UnsealKeys = (endpoint: SealedKeys) => readonly SigningKey[];

/**
 * Creates an UnsealKeys that caches for as long as the endpoint is cached: decrypting costs more than the rest of a
 * signature.
 */
export function createKeyUnsealer(opener: Opener): UnsealKeys {
  const unsealed = new WeakMap<SealedKeys, readonly SigningKey[]>();
  return (endpoint) => {
    const known = unsealed.get(endpoint);
    if (known) return known;
    const keys = unsealKeys(opener, endpoint);
    unsealed.set(endpoint, keys);
    return keys;
  };
}

/** v1 before v1a, and in each the current key before the former ones. */
function unsealKeys(opener: Opener, endpoint: SealedKeys): SigningKey[] {
  const { secretSealed, privateKeySealed, formerKeys } = endpoint;
  const open = (kind: FormerKey["kind"], sealed: Uint8Array, untilMs: number | null): SigningKey => {
    const text = openSecret(opener, sealed, webhookKeyPlace(kind, endpoint));
    return kind === "secret"
      ? { scheme: "v1", key: secretKey(text), untilMs }
      : { scheme: "v1a", key: privateKey(text), untilMs };
  };
  const keys = [
    open("secret", secretSealed, null),
    // An endpoint of an earlier version has no key pair until addMissingKeyPairs creates one.
    ...(privateKeySealed ? [open("key_pair", privateKeySealed, null)] : []),
    ...formerKeys.map(({ kind, sealed, signs_until }) =>
      open(kind, Buffer.from(sealed, "base64"), Date.parse(signs_until)),
    ),
  ];
  return [...keys.filter(({ scheme }) => scheme === "v1"), ...keys.filter(({ scheme }) => scheme === "v1a")];
}
