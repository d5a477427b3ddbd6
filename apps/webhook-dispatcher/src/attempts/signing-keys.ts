import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { Opener } from "@skucast/credentials/wrap-key";
import { privateKey, type SigningKey, secretKey } from "./sign.js";

/** A former key as the endpoint's row holds it. */
export interface StoredFormerKey extends FormerKey {
  /** Base64 of what was sealed. */
  readonly sealed: string;
}

/** Opened keys of the endpoints that were called last; opening one costs as much as all the rest of a signature. */
const KEPT_MAX = 1_000;

/** The sealed keys in an endpoint's row. */
interface SealedKeys {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly secretSealed: Uint8Array;
  readonly privateKeySealed: Uint8Array | null;
  readonly formerKeys: readonly StoredFormerKey[];
}

/** Opens the keys that an endpoint's deliveries are signed with; throws when one cannot be opened, or is no key. */
export type KeysOf = (delivery: SealedKeys) => readonly SigningKey[];

/** Makes a KeysOf that remembers: keys are opened anew as soon as what is sealed in the endpoint's row is another. */
export function createSigningKeys(opener: Opener): KeysOf {
  const kept = new Map<string, { sealed: SealedKeys; keys: readonly SigningKey[] }>();
  return (sealed) => {
    const place = `${sealed.workspaceId}/${sealed.endpointId}`;
    const known = kept.get(place);
    if (known && isSame(known.sealed, sealed)) return known.keys;
    const { workspaceId, endpointId, secretSealed, privateKeySealed, formerKeys } = sealed;
    const keys = openKeys(opener, sealed);
    kept.delete(place);
    kept.set(place, { sealed: { workspaceId, endpointId, secretSealed, privateKeySealed, formerKeys }, keys });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return keys;
  };
}

function isSame(a: SealedKeys, b: SealedKeys): boolean {
  return (
    Buffer.compare(a.secretSealed, b.secretSealed) === 0 &&
    Buffer.compare(a.privateKeySealed ?? NONE, b.privateKeySealed ?? NONE) === 0 &&
    a.formerKeys.length === b.formerKeys.length &&
    a.formerKeys.every(
      (key, i) => key.sealed === b.formerKeys[i]?.sealed && key.signs_until === b.formerKeys[i]?.signs_until,
    )
  );
}

const NONE = new Uint8Array();

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
