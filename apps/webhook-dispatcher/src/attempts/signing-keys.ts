import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { Opener } from "@skucast/credentials/wrap-key";
import { privateKey, type SigningKey, secretKey } from "./signing-key.js";

/** A former key as the endpoint's row holds it. */
export interface StoredFormerKey extends FormerKey {
  /** Base64 of what was sealed. */
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

/** Opens the keys that an endpoint's deliveries are signed with; throws when one cannot be opened, or is no key. */
export type KeysOf = (endpoint: SealedKeys) => readonly SigningKey[];

/** Makes a KeysOf that remembers for as long as the endpoint is remembered: opening costs more than all the rest of a signature. */
export function createSigningKeys(opener: Opener): KeysOf {
  const opened = new WeakMap<SealedKeys, readonly SigningKey[]>();
  return (endpoint) => {
    const known = opened.get(endpoint);
    if (known) return known;
    const keys = openKeys(opener, endpoint);
    opened.set(endpoint, keys);
    return keys;
  };
}

/** v1 before v1a, the present key of each before the former ones. */
function openKeys(opener: Opener, endpoint: SealedKeys): SigningKey[] {
  const { secretSealed, privateKeySealed, formerKeys } = endpoint;
  const open = (kind: FormerKey["kind"], sealed: Uint8Array, untilMs: number | null): SigningKey => {
    const text = openSecret(opener, sealed, webhookKeyPlace(kind, endpoint));
    return kind === "secret"
      ? { scheme: "v1", key: secretKey(text), untilMs }
      : { scheme: "v1a", key: privateKey(text), untilMs };
  };
  const keys = [
    open("secret", secretSealed, null),
    // An endpoint of an earlier version has no key pair in the moment before it is given one.
    ...(privateKeySealed ? [open("key_pair", privateKeySealed, null)] : []),
    ...formerKeys.map(({ kind, sealed, signs_until }) =>
      open(kind, Buffer.from(sealed, "base64"), Date.parse(signs_until)),
    ),
  ];
  return [...keys.filter(({ scheme }) => scheme === "v1"), ...keys.filter(({ scheme }) => scheme === "v1a")];
}
