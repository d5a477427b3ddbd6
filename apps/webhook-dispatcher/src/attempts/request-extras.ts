import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { openSecret } from "@skucast/credentials/seal";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { Opener } from "@skucast/credentials/wrap-key";
import { z } from "zod";

/** What an endpoint's requests contain in addition to the event and its signatures, as stored. */
export interface StoredExtras {
  readonly headersSealed: Uint8Array | null;
  readonly plainSignature: PlainFormat | null;
  readonly plainSecretSealed: Uint8Array | null;
  readonly clientCertificate: string | null;
  readonly clientKeySealed: Uint8Array | null;
}

/** The format of a signature over only the body. */
interface PlainFormat {
  readonly header: string;
  readonly encoding: "hex" | "base64";
  readonly prefix: string;
}

/** The client certificate for mutual TLS. The object stays the same until the endpoint changes. */
export interface ClientIdentity {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface RequestExtras {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: (PlainFormat & { readonly key: KeyObject }) | undefined;
  readonly identity: ClientIdentity | undefined;
}

interface EndpointKey {
  readonly workspaceId: string;
  readonly endpointId: string;
}

/** Decrypts an endpoint's request extras; throws if one cannot be decrypted. */
export type UnsealExtras = (endpoint: SealedExtras) => RequestExtras;

interface SealedExtras extends EndpointKey {
  readonly extras: StoredExtras;
}

const pairsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Creates an UnsealExtras that caches for as long as the endpoint is cached. */
export function createExtrasUnsealer(opener: Opener): UnsealExtras {
  const unsealed = new WeakMap<SealedExtras, RequestExtras>();
  return (endpoint) => {
    const known = unsealed.get(endpoint);
    if (known) return known;
    const extras = unsealExtras(opener, endpoint, endpoint.extras);
    unsealed.set(endpoint, extras);
    return extras;
  };
}

/** The value of the header that signs only the body. */
export const plainSignature = (
  { prefix, encoding, key }: NonNullable<RequestExtras["plain"]>,
  body: Uint8Array,
): string => prefix + createHmac("sha256", key).update(body).digest(encoding);

function unsealExtras(opener: Opener, key: EndpointKey, stored: StoredExtras): RequestExtras {
  const open = (kind: SealedOfEndpoint, sealed: Uint8Array) => openSecret(opener, sealed, webhookKeyPlace(kind, key));
  const { headersSealed, plainSignature: format, plainSecretSealed, clientCertificate, clientKeySealed } = stored;
  return {
    headers: headersSealed ? Object.fromEntries(pairsSchema.parse(JSON.parse(open("headers", headersSealed)))) : {},
    plain:
      format && plainSecretSealed
        ? { ...format, key: createSecretKey(open("plain_secret", plainSecretSealed), "utf8") }
        : undefined,
    identity:
      clientCertificate !== null && clientKeySealed
        ? { certificate: clientCertificate, privateKey: open("client_key", clientKeySealed) }
        : undefined,
  };
}
