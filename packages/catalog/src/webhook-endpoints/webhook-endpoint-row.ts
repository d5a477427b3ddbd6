import { type WebhookEndpoint, webhookEndpointSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { showCertificate } from "@skucast/credentials/client-certificate";
import type { WebhookEndpoint as WebhookEndpointRow } from "@skucast/db/generated/client";
import { z } from "zod";
import { formerKeysOf } from "./former-keys.js";

const namesSchema = z.array(z.string());

/** Columns that are never returned to clients. */
type Sealed = "secretSealed" | "privateKeySealed" | "headersSealed" | "plainSecretSealed" | "clientKeySealed";

/** A stored endpoint as returned to clients: without secrets, and with the former keys as of its last change. */
export const webhookEndpointOf = (row: Omit<WebhookEndpointRow, "workspaceId" | Sealed>): WebhookEndpoint =>
  webhookEndpointSchema.parse({
    id: row.id,
    url: row.url,
    description: row.description,
    status: row.status,
    event_types: row.eventTypes,
    channel_ids: row.channelIds,
    rate_per_second: row.ratePerSecond,
    ordering: row.ordering,
    headers: namesSchema.parse(row.headerNames).map((name) => ({ name })),
    plain_signature: row.plainSignature,
    client_certificate: row.clientCertificate === null ? null : certificateOf(row.clientCertificate),
    disabled_reason: row.disabledReason,
    bound_to: row.boundTo,
    failing_since: row.failingSince?.toISOString() ?? null,
    host_verified_at: row.verifiedHost === hostOf(row.url) ? (row.hostVerifiedAt?.toISOString() ?? null) : null,
    public_key: row.publicKey,
    former_keys: formerKeysOf(row.formerKeys).map(({ sealed: _, ...key }) => key),
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** Stored URLs are valid. */
const hostOf = (url: string): string => new URL(url).host;

function certificateOf(chain: string) {
  const { subject, issuer, fingerprintSha256, validFrom, expiresAt } = showCertificate(chain);
  const times = { valid_from: validFrom.toISOString(), expires_at: expiresAt.toISOString() };
  return { subject, issuer, fingerprint_sha256: fingerprintSha256, ...times };
}
