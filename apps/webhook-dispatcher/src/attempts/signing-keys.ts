import type { KeyObject } from "node:crypto";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret } from "@skucast/credentials/seal";
import type { TakenDelivery } from "../deliveries/take-deliveries.js";
import { signingKey } from "./sign.js";

/** Opened keys of the endpoints that were called last; opening one costs as much as all the rest of a signature. */
const KEPT_MAX = 1_000;

interface Kept {
  readonly sealed: Uint8Array;
  readonly key: KeyObject;
}

/** Opens an endpoint's signing key; throws when the keyring cannot, or when it is no key. */
export type KeyOf = (delivery: Pick<TakenDelivery, "workspaceId" | "endpointId" | "secretSealed">) => KeyObject;

/** Makes a KeyOf that remembers: a key is opened anew as soon as the endpoint's sealed secret is another. */
export function createSigningKeys(keyring: Keyring): KeyOf {
  const kept = new Map<string, Kept>();
  return ({ workspaceId, endpointId, secretSealed }) => {
    const place = `${workspaceId}/${endpointId}/secret`;
    const known = kept.get(place);
    if (known && Buffer.compare(known.sealed, secretSealed) === 0) return known.key;
    const key = signingKey(openSecret(keyring, secretSealed, place));
    kept.delete(place);
    kept.set(place, { sealed: secretSealed, key });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return key;
  };
}
