import type { FormerKey } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { sealSecret } from "@skucast/credentials/seal";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { CatalogContext } from "../context.js";

type Sealing = Pick<CatalogContext, "webhookSealing">;
/** The endpoint that a value is sealed for. */
export type EndpointPlace = Parameters<typeof webhookKeyPlace>[1];

/** The column of a shared secret, sealed so that only the dispatcher can decrypt it. */
export const sealedSecret = (ctx: Sealing, endpoint: EndpointPlace, secret: string) => ({
  secretSealed: sealedFor(ctx, "secret", endpoint, secret),
});

/** Creates a key pair and returns its columns. */
export function sealedKeyPair(ctx: Sealing, endpoint: EndpointPlace) {
  const { privateKey, publicKey } = newWebhookKeyPair();
  return { privateKeySealed: sealedFor(ctx, "key_pair", endpoint, privateKey), publicKey };
}

/** Seals a secret of an endpoint so that only the dispatcher can decrypt it. */
export const sealedFor = (
  { webhookSealing }: Sealing,
  kind: SealedOfEndpoint,
  endpoint: EndpointPlace,
  secret: string,
): Uint8Array<ArrayBuffer> => Uint8Array.from(sealSecret(webhookSealing, secret, webhookKeyPlace(kind, endpoint)));

/** A replaced key in the endpoint's row. It is stored as it was sealed, because the operations cannot decrypt it. */
export interface StoredFormerKey extends FormerKey {
  readonly sealed: string;
}
