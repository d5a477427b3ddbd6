import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { CatalogContext } from "../context.js";

type Sealing = Pick<CatalogContext, "webhookSealing">;
/** The endpoint that something is sealed for. */
export type EndpointPlace = Parameters<typeof webhookKeyPlace>[1];

/** The columns of a shared secret, sealed so that the dispatcher alone can open it. */
export const sealedSecret = (ctx: Sealing, endpoint: EndpointPlace, secret: string) => ({
  secretSealed: sealedFor(ctx, "secret", endpoint, secret),
});

/** The columns of a new key pair. */
export function sealedKeyPair(ctx: Sealing, endpoint: EndpointPlace) {
  const { privateKey, publicKey } = newWebhookKeyPair();
  return { privateKeySealed: sealedFor(ctx, "key_pair", endpoint, privateKey), publicKey };
}

/** Something of an endpoint, sealed so that the dispatcher alone can open it. */
export const sealedFor = (
  { webhookSealing }: Sealing,
  kind: SealedOfEndpoint,
  endpoint: EndpointPlace,
  secret: string,
): Uint8Array<ArrayBuffer> => Uint8Array.from(sealSecret(webhookSealing, secret, webhookKeyPlace(kind, endpoint)));

/** A replaced key as the endpoint's row holds it. It stays sealed as it was: who stores it cannot open it. */
export interface StoredFormerKey extends FormerKey {
  readonly sealed: string;
}
