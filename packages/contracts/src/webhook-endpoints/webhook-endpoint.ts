import { z } from "zod";
import { boundToSchema } from "../bound-to.js";
import { AUDIT_EVENT_TYPES, isAuditStream, SUBSCRIBABLE_EVENT_TYPES } from "../events/event-types.js";
import { SUBSCRIBABLE_PREFIXES } from "../events/type-patterns.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { nameText, text } from "../text.js";
import { requestUrlSchema, urlSchema } from "../url.js";
import {
  clientCertificateSchema,
  plainSignaturePatchSchema,
  plainSignatureSchema,
  requestOptionsShown,
  webhookHeadersSchema,
} from "./request-options.js";

export const ENDPOINT_STATUSES = ["active", "paused", "disabled"] as const;

const eventTypesSchema = z
  .array(z.enum(["*", ...SUBSCRIBABLE_EVENT_TYPES, ...SUBSCRIBABLE_PREFIXES, ...AUDIT_EVENT_TYPES]))
  .min(1)
  .max(50)
  .describe(
    'Event types to deliver: types, prefixes such as "product.*", or ["*"] for all. ["audit_entry.created"] for the audit ' +
      "log, which no other pattern includes; only those who may read it see such an endpoint.",
  );

/** Additional checks of input; stored values are returned without them. */
const givenEventTypes = eventTypesSchema
  .refine((types) => new Set(types).size === types.length, {
    error: "must not name an event type twice",
    params: { code: "duplicate" },
  })
  .refine((types) => types.length === 1 || !types.includes("*"), {
    error: "must not list other types with *, which means all",
    params: { code: "not_allowed" },
  })
  .refine((types) => types.length === 1 || !isAuditStream(types), {
    error: "must not list other types with audit_entry.created; create an endpoint for each",
    params: { code: "not_allowed" },
  });

const URL_DESCRIPTION = "Receives POST requests that are signed as in Standard Webhooks.";
const shownUrl = urlSchema.describe(URL_DESCRIPTION);
const givenUrl = requestUrlSchema
  .refine((url) => !url.includes("#"), {
    error: "must not have a fragment (#…), which is never sent",
    params: { code: "not_allowed" },
  })
  .describe(URL_DESCRIPTION);

const secretSchema = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, { error: "must be whsec_ and base64", abort: true })
  .refine((secret) => secretBytes(secret) >= 24 && secretBytes(secret) <= 64, {
    error: "must contain 24 to 64 bytes in padded base64",
    params: { code: "not_allowed" },
  });

/** Padded, and without stray bits at the end (RFC 4648, 3.2 and 3.5): some receivers' libraries decode nothing else. */
const STRICT_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;

/** Number of secret bytes; 0 if it is not strict base64. */
function secretBytes(secret: string): number {
  const base64 = secret.slice("whsec_".length);
  return STRICT_BASE64.test(base64) ? Math.floor((base64.replace(/=+$/, "").length * 3) / 4) : 0;
}

const channelChoice = z.array(idSchema("ch")).max(200);
const givenChannels = channelChoice
  .min(1)
  .nullable()
  .describe("Limits events about channels and their feeds to these channels; null for all.");

const fields = {
  url: shownUrl,
  description: text(500).nullable(),
  status: z.enum(ENDPOINT_STATUSES),
  event_types: eventTypesSchema,
  channel_ids: channelChoice
    .nullable()
    .describe(
      "Limits events about channels and their feeds to these channels; null for all. A deleted channel is removed from the " +
        "list; an empty list means none.",
    ),
  rate_per_second: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .describe("Maximum number of deliveries per second; null for as many as the endpoint can handle."),
  ordering: z
    .enum(["none", "per_object"])
    .describe(
      "per_object: events about the same object are sent one after the other: each waits until the previous one was delivered, has failed for good or was cancelled. Applies to events from then on.",
    ),
};

export const webhookEndpointCreateSchema = z.strictObject({
  url: givenUrl,
  description: nameText(500).nullable().default(null),
  status: z.enum(["active", "paused"]).default("active"),
  event_types: givenEventTypes.default(["*"]),
  channel_ids: givenChannels.default(null),
  rate_per_second: fields.rate_per_second.default(null),
  ordering: fields.ordering.default("none"),
  headers: webhookHeadersSchema.default([]),
  plain_signature: plainSignatureSchema.nullable().default(null),
  client_certificate: clientCertificateSchema.nullable().default(null),
  secret: secretSchema.optional().describe("Your own signing secret. Default: a new random one."),
});
export type WebhookEndpointCreate = z.output<typeof webhookEndpointCreateSchema>;

export const webhookEndpointPatchSchema = z
  .strictObject({
    ...fields,
    description: nameText(500).nullable(),
    url: givenUrl,
    event_types: givenEventTypes,
    channel_ids: givenChannels,
    status: z.enum(["active", "paused"]),
    headers: webhookHeadersSchema,
    plain_signature: plainSignaturePatchSchema.nullable(),
    client_certificate: clientCertificateSchema.nullable(),
  })
  .partial();
export type WebhookEndpointPatch = z.output<typeof webhookEndpointPatchSchema>;

/** A replaced key that still signs in addition to its successor. */
export const formerKeySchema = z.object({
  kind: z.enum(["secret", "key_pair"]),
  public_key: z.string().nullable().describe("The public key of a key pair."),
  signs_until: z.iso.datetime(),
});
export type FormerKey = z.output<typeof formerKeySchema>;

export const webhookEndpointSchema = z
  .object({
    id: z.string(),
    ...fields,
    ...requestOptionsShown,
    disabled_reason: z.string().nullable(),
    bound_to: boundToSchema,
    failing_since: z.iso
      .datetime()
      .nullable()
      .describe("Since when all attempts have failed; null while the endpoint works."),
    host_verified_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the host has answered the challenge of a test; null if it has not. Until then, all endpoints of the host share the slots of one endpoint.",
      ),
    public_key: z
      .string()
      .nullable()
      .describe("whpk_ and base64, to verify v1a signatures. Temporarily null after an upgrade."),
    former_keys: z.array(formerKeySchema).describe("Replaced keys; each signs until signs_until."),
    ...resourceFields,
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>;

/** The response to creation. Only this one and the response to a rotation contain the secret. */
export const webhookEndpointCreatedSchema = webhookEndpointSchema
  .extend({ secret: z.string().describe("Shown once: whsec_ and base64, to verify deliveries.") })
  .meta({ id: "WebhookEndpointCreated" });

/** The response to a rotation; without a secret if it was only validated. */
export const webhookEndpointRotatedSchema = webhookEndpointSchema
  .extend({ secret: z.string().optional().describe("The new secret, shown once.") })
  .meta({ id: "WebhookEndpointRotated" });

export const webhookSecretRotationSchema = z
  .strictObject({
    overlap_hours: z
      .number()
      .min(0)
      .max(LIMITS.secretOverlapHoursMax)
      .default(LIMITS.secretOverlapHoursDefault)
      .describe(
        "How long the replaced key signs in addition to the new one; 0 ends all former keys of its kind at once.",
      ),
    key_pair: z
      .boolean()
      .default(false)
      .describe("Whether to replace the v1a key pair too; receivers that use it must read the new public_key."),
    secret: secretSchema.optional().describe("Your own new secret. Default: a new random one."),
  })
  .prefault({});
export type WebhookSecretRotation = z.output<typeof webhookSecretRotationSchema>;

export const webhookEndpointParams = z.object({ endpoint_id: idSchema("whe") });
export const webhookEndpointListQuery = z.object(pageQuery);
export const webhookEndpointListSchema = listOf(webhookEndpointSchema);
export const writeQuery = z.object(validateOnlyQuery);
