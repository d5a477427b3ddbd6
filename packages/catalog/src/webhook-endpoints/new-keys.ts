import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { CatalogContext } from "../context.js";

type Sealing = Pick<CatalogContext, "webhookSealing">;
type Endpoint = Parameters<typeof webhookKeyPlace>[1];

/** The columns of a shared secret, sealed so that the dispatcher alone can open it. */
export const sealedSecret = (ctx: Sealing, endpoint: Endpoint, secret: string) => ({
  secretSealed: sealed(ctx, secret, webhookKeyPlace("secret", endpoint)),
});

/** The columns of a new key pair. */
export function sealedKeyPair(ctx: Sealing, endpoint: Endpoint) {
  const { privateKey, publicKey } = newWebhookKeyPair();
  return { privateKeySealed: sealed(ctx, privateKey, webhookKeyPlace("key_pair", endpoint)), publicKey };
}

const sealed = ({ webhookSealing }: Sealing, secret: string, place: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(sealSecret(webhookSealing, secret, place));

/** A replaced key as the endpoint's row holds it. It stays sealed as it was: who stores it cannot open it. */
export interface StoredFormerKey extends FormerKey {
  readonly sealed: string;
}
