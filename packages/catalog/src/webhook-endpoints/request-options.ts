import { faultsBelow } from "@skucast/contracts/faults";
import { mergePatch } from "@skucast/contracts/merge-patch";
import { validationFailed } from "@skucast/contracts/problem";
import {
  type ClientCertificate,
  type KeptSignature,
  keptSignatureSchema,
  type PlainSignaturePatch,
  plainSignatureSchema,
  type WebhookHeader,
} from "@skucast/contracts/webhook-endpoints/request-options";
import type { WebhookEndpoint } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { ClientCertificateRefused, readClientCertificate } from "@skucast/credentials/client-certificate";
import { Prisma } from "@skucast/db/generated/client";
import type { CatalogContext } from "../context.js";
import { type EndpointPlace, sealedFor } from "./new-keys.js";

/** Options in a request; undefined for those that stay unchanged. */
export interface GivenOptions {
  readonly headers?: readonly WebhookHeader[] | undefined;
  readonly plain_signature?: KeptSignature | null | undefined;
  readonly client_certificate?: ClientCertificate | null | undefined;
}

/** The columns of the given options: public parts in plain text, secrets sealed for the dispatcher. */
export const requestOptionColumns = (
  ctx: Pick<CatalogContext, "webhookSealing" | "clock">,
  endpoint: EndpointPlace,
  { headers, plain_signature, client_certificate }: GivenOptions,
) => ({
  ...(headers && headerColumns(ctx, endpoint, headers)),
  ...(plain_signature !== undefined && plainColumns(ctx, endpoint, plain_signature)),
  ...(client_certificate !== undefined && certificateColumns(ctx, endpoint, client_certificate)),
});

function headerColumns(
  ctx: Pick<CatalogContext, "webhookSealing">,
  endpoint: EndpointPlace,
  headers: readonly WebhookHeader[],
) {
  const pairs = headers.map(({ name, value }): [string, string] => [name.toLowerCase(), value]);
  const headersSealed = pairs.length === 0 ? null : sealedFor(ctx, "headers", endpoint, JSON.stringify(pairs));
  return { headerNames: pairs.map(([name]) => name), headersSealed };
}

function plainColumns(
  ctx: Pick<CatalogContext, "webhookSealing">,
  endpoint: EndpointPlace,
  signature: KeptSignature | null,
) {
  if (signature === null) return { plainSignature: Prisma.DbNull, plainSecretSealed: null };
  const { secret, ...plainSignature } = signature;
  if (secret === undefined) return { plainSignature };
  return { plainSignature, plainSecretSealed: sealedFor(ctx, "plain_secret", endpoint, secret) };
}

/** Applies a patch to a stored signature. Without a new secret, the stored one stays. */
export function patchedSignature(
  stored: WebhookEndpoint["plain_signature"],
  patch: PlainSignaturePatch | null | undefined,
): KeptSignature | null | undefined {
  if (patch === null || patch === undefined) return patch;
  const schema = stored && patch.secret !== null ? keptSignatureSchema : plainSignatureSchema;
  const parsed = schema.safeParse(mergePatch(stored, patch));
  if (parsed.success) return parsed.data;
  throw validationFailed(faultsBelow("/plain_signature", parsed.error, schema));
}

function certificateColumns(
  ctx: Pick<CatalogContext, "webhookSealing" | "clock">,
  endpoint: EndpointPlace,
  given: ClientCertificate | null,
) {
  if (given === null) return { clientCertificate: null, clientKeySealed: null };
  const { certificate, privateKey } = readCertificate(given, ctx.clock.now());
  return { clientCertificate: certificate, clientKeySealed: sealedFor(ctx, "client_key", endpoint, privateKey) };
}

function readCertificate({ certificate, private_key: privateKey }: ClientCertificate, now: Date) {
  try {
    return readClientCertificate({ certificate, privateKey }, now);
  } catch (error) {
    if (!(error instanceof ClientCertificateRefused)) throw error;
    throw validationFailed([
      { pointer: `/client_certificate/${error.part}`, code: "not_allowed", message: error.message },
    ]);
  }
}

/** Rejects options that are valid alone but not in combination. */
export function assertOptionsCompatible({
  url,
  headers,
  plain_signature,
  client_certificate,
}: Pick<WebhookEndpoint, "url" | "plain_signature"> & {
  readonly headers: readonly { readonly name: string }[];
  readonly client_certificate: object | null;
}): void {
  const faults = [
    ...(headers.some(({ name }) => name === plain_signature?.header)
      ? [{ pointer: "/plain_signature/header", code: "duplicate", message: "is also one of your custom headers" }]
      : []),
    ...(client_certificate !== null && new URL(url).protocol !== "https:"
      ? [{ pointer: "/client_certificate", code: "not_allowed", message: "requires an https URL; see url" }]
      : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}
