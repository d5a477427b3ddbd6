import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { openSecret } from "@skucast/credentials/seal";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { Opener } from "@skucast/credentials/wrap-key";
import { z } from "zod";

/** What an endpoint's requests carry besides the event and its signatures, as the endpoint's row holds it. */
export interface StoredExtras {
  readonly headersSealed: Uint8Array | null;
  readonly plainSignature: PlainForm | null;
  readonly plainSecretSealed: Uint8Array | null;
  readonly clientCertificate: string | null;
  readonly clientKeySealed: Uint8Array | null;
}

/** How a signature over the body alone is written down. */
interface PlainForm {
  readonly header: string;
  readonly encoding: "hex" | "base64";
  readonly prefix: string;
}

/** What we show to a receiver that asks who we are. One object for as long as the endpoint has it. */
export interface ClientIdentity {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface RequestExtras {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: (PlainForm & { readonly key: KeyObject }) | undefined;
  readonly identity: ClientIdentity | undefined;
}

interface Place {
  readonly workspaceId: string;
  readonly endpointId: string;
}

/** Opens what an endpoint's requests carry; throws when something cannot be opened. */
export type ExtrasOf = (endpoint: SealedExtras) => RequestExtras;

interface SealedExtras extends Place {
  readonly extras: StoredExtras;
}

const pairsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Makes an ExtrasOf that remembers for as long as the endpoint is remembered. */
export function createRequestExtras(opener: Opener): ExtrasOf {
  const opened = new WeakMap<SealedExtras, RequestExtras>();
  return (endpoint) => {
    const known = opened.get(endpoint);
    if (known) return known;
    const extras = openExtras(opener, endpoint, endpoint.extras);
    opened.set(endpoint, extras);
    return extras;
  };
}

/** The value of the header that signs the body alone. */
export const plainSignature = (
  { prefix, encoding, key }: NonNullable<RequestExtras["plain"]>,
  body: Uint8Array,
): string => prefix + createHmac("sha256", key).update(body).digest(encoding);

function openExtras(opener: Opener, place: Place, stored: StoredExtras): RequestExtras {
  const open = (kind: SealedOfEndpoint, sealed: Uint8Array) => openSecret(opener, sealed, webhookKeyPlace(kind, place));
  const { headersSealed, plainSignature: form, plainSecretSealed, clientCertificate, clientKeySealed } = stored;
  return {
    headers: headersSealed ? Object.fromEntries(pairsSchema.parse(JSON.parse(open("headers", headersSealed)))) : {},
    plain:
      form && plainSecretSealed
        ? { ...form, key: createSecretKey(open("plain_secret", plainSecretSealed), "utf8") }
        : undefined,
    identity:
      clientCertificate !== null && clientKeySealed
        ? { certificate: clientCertificate, privateKey: open("client_key", clientKeySealed) }
        : undefined,
  };
}
